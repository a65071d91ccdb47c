import type { Server, Socket } from 'node:net'
import { plainAddress } from '#db/networks.ts'

/** Limits open connections or requests, in total and per address. */
export class Addresses {
  #max: number
  #max_each: number
  #open = new Map<string, number>()
  /** Open now, over all addresses. */
  total = 0

  constructor(max: number, max_each: number) {
    this.#max = max
    this.#max_each = max_each
  }

  /** @returns false when a limit is reached; otherwise the caller must call `leave` */
  enter(address: string): boolean {
    const open = this.#open.get(address) ?? 0
    if (this.total >= this.#max || open >= this.#max_each) return false
    this.total++
    this.#open.set(address, open + 1)
    return true
  }

  leave(address: string): void {
    const open = this.#open.get(address)
    if (!open) return
    this.total--
    if (open === 1) this.#open.delete(address)
    else this.#open.set(address, open - 1)
  }
}

/**
 * Counts a server's connections from TCP accept on, so TLS handshakes count too. A connection over the limit is
 * destroyed before other listeners run.
 */
export function countConnections(server: Server, addresses: Addresses, refuse: (address: string) => void): void {
  server.prependListener('connection', (socket: Socket) => {
    const address = plainAddress(socket.remoteAddress ?? '')
    if (addresses.enter(address)) {
      socket.once('close', () => addresses.leave(address))
      return
    }
    refuse(address)
    socket.destroy()
  })
}
