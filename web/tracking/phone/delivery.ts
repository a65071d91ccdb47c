import type { Buffer, Kept } from './buffer.ts'

const batch = 100
/** Beyond which the connection counts as broken. */
const answerWithin_ms = 20_000

/**
 * Takes what is kept to the gateway, oldest first, a batch at a time. A report leaves the buffer when it is acknowledged
 * by itself; what was on its way when the connection broke is sent again, which the gateway knows.
 */
export function createDelivery({ buffer, send, silent, on_count }: DeliveryOptions): Delivery {
  const sent = new Set<number>()
  let open = false
  let last = 0
  let asking = false
  let again = false
  let timer: ReturnType<typeof setTimeout> | undefined

  const notify = () => {
    again = true
    if (asking) return
    asking = true
    pump().finally(() => {
      asking = false
      if (again) notify()
    })
  }
  const pump = async () => {
    again = false
    if (!open || sent.size > 0) return
    const reports = await buffer.after(last, batch)
    if (!open || reports.length === 0) return
    for (const { seq } of reports) sent.add(seq)
    last = reports.at(-1)!.seq
    send(reports.map(positionOf))
    watch()
  }
  const watch = () => {
    clearTimeout(timer)
    if (sent.size > 0) timer = setTimeout(silent, answerWithin_ms)
  }

  return {
    notify,
    begin() {
      if (open) return
      open = true
      notify()
    },
    end() {
      open = false
      last = 0
      sent.clear()
      clearTimeout(timer)
    },
    async settled(seq) {
      await buffer.remove(seq)
      sent.delete(seq)
      watch()
      on_count(await buffer.count())
      notify()
    },
  }
}

/** The position as `gateway/protocols/json/index.ts` has it. */
function positionOf({ seq, at, owner: _, ...report }: Kept): object {
  const fields = Object.entries({ ...report, ts: at / 1000, seq }).filter(([, value]) => value !== null)
  return Object.fromEntries(fields)
}

export type Delivery = {
  /** There is something new to send. */
  notify(): void
  /** The gateway listens. */
  begin(): void
  /** The connection is gone. */
  end(): void
  settled(seq: number): Promise<void>
}
type DeliveryOptions = {
  buffer: Buffer
  send: (positions: object[]) => void
  /** No acknowledgement came. */
  silent: () => void
  on_count: (kept: number) => void
}
