/** Shows how far the positions are: rewrites one line on a terminal, else writes one every ten seconds. */
export function showProgress(print: (line: string) => void): HistoryProgress & { totals: Totals } {
  const totals = { stored: 0, known: 0 }
  const { isTTY } = process.stdout
  const began = performance.now()
  let [all, done] = [0, 0]
  let timer: NodeJS.Timeout | undefined
  const line = () => {
    const seconds = (performance.now() - began) / 1000
    const rate = Math.round((totals.stored + totals.known) / Math.max(0.001, seconds))
    const left_s = done > 0 && seconds > 5 ? Math.round((seconds / done) * (all - done)) : null
    const left = left_s === null ? '' : `, about ${durationOf(left_s)} left`
    return `${days(done)} of ${days(all)} days of devices, ${totals.stored} positions stored, ${totals.known} there already, ${rate}/s${left}`
  }
  return {
    totals,
    begin(ms) {
      all = ms
      timer = setInterval(
        () => (isTTY ? process.stdout.write(`\r\x1b[K${line()}`) : print(line())),
        isTTY ? 500 : 10_000,
      )
    },
    add({ stored, known }) {
      totals.stored += stored
      totals.known += known
    },
    pass(ms) {
      done += ms
    },
    stop() {
      clearInterval(timer)
      if (isTTY) process.stdout.write('\r\x1b[K')
      print(line())
    },
  }
}

const days = (ms: number) => Math.round(ms / 86_400_000)

function durationOf(seconds: number): string {
  if (seconds < 90) return `${seconds} s`
  const minutes = Math.round(seconds / 60)
  return minutes < 120 ? `${minutes} min` : `${Math.round(minutes / 60)} h`
}

type Totals = { stored: number; known: number }
export type HistoryProgress = {
  /** @param ms of all devices together */
  begin(ms: number): void
  add(counts: { stored: number; known: number }): void
  pass(ms: number): void
  stop(): void
}
