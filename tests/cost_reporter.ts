import type { Reporter, TestModule } from 'vitest/node'
import { countProcesses } from './processes.ts'

const SHOWN = 10

/** Prints what a run cost, at its end: the files that took longest, and processor seconds by project and process. */
export default class CostReporter implements Reporter {
  #used: (() => Map<string, number>) | null = null

  onTestRunStart(): void {
    this.#used = countProcesses()
  }

  onTestRunEnd(files: readonly TestModule[]): void {
    const used = this.#used?.()
    if (files.length <= SHOWN) return
    const costs = files.map((file) => ({
      name: file.relativeModuleId,
      project: file.project.name,
      wall_s: (file.diagnostic().duration + file.diagnostic().setupDuration) / 1000,
      processor_s: file.meta().processor_s ?? 0,
    }))
    console.log('\nLongest files                                               seconds   of which processor')
    for (const { name, project, wall_s, processor_s } of costs.toSorted((a, b) => b.wall_s - a.wall_s).slice(0, SHOWN))
      console.log(`  ${`${project} ${name}`.padEnd(56)} ${figure(wall_s)} ${figure(processor_s)}`)
    console.log('Projects')
    for (const [project, ones] of Map.groupBy(costs, (cost) => cost.project)) {
      const sum = (of: 'wall_s' | 'processor_s') => ones.reduce((total, one) => total + one[of], 0)
      const what = `${project}, ${ones.length} files`
      console.log(`  ${what.padEnd(56)} ${figure(sum('wall_s'))} ${figure(sum('processor_s'))}`)
    }
    console.log('Processor seconds of projects are those of the workers. Of all processes:')
    for (const [kind, seconds] of used ?? []) console.log(`  ${kind.padEnd(66)} ${figure(seconds)}`)
  }
}

const figure = (seconds: number) => seconds.toFixed(1).padStart(9)
