import cliProgress from 'cli-progress'

/** Shows the progress: a bar on a terminal, else a line every few seconds. */
export function showProgress(total: number, read: () => number): { stop(): void } {
  const began = performance.now()
  const rate = () => Math.round(read() / Math.max(0.001, (performance.now() - began) / 1000))
  if (!process.stdout.isTTY) {
    const timer = setInterval(() => console.log(`${read()} of ${total} acknowledged, ${rate()}/s`), 3000)
    return { stop: () => clearInterval(timer) }
  }
  const format = '{bar} {percentage}%  {value}/{total} acknowledged  {rate}/s'
  const bar = new cliProgress.SingleBar(
    { format, clearOnComplete: false, hideCursor: true, gracefulExit: false },
    cliProgress.Presets.shades_classic,
  )
  bar.start(total, 0, { rate: 0 })
  const update = () => bar.update(read(), { rate: rate() })
  const timer = setInterval(update, 250)
  return {
    stop() {
      clearInterval(timer)
      update()
      bar.stop()
    },
  }
}
