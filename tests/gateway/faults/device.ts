/** How long a device waits for an answer before it reconnects. */
export const ANSWER_TIMEOUT_MS = 5_000

export const pause = () => new Promise((resolve) => setTimeout(resolve, 100))

export type Device = {
  id: number
  number: string
  token: string
  seed: number
  /** Reports from the first that were acknowledged without a gap. */
  acknowledged: number
  /** What its client says of itself, for a device that does not get on. */
  describe?(): string
}
export type Ports = { mqtt: number; teltonika: number; http: number }
export type Kind = (device: Device, ports: Ports) => Running
export type Running = { stop(): Promise<void> }
