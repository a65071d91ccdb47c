import type { Server, Socket } from 'node:net'
import { plainAddress } from '#db/networks.ts'

/** Counts what is open, in total and for each address. */
export class Addresses {
  #max: number
  #max_each: number
  #open = new Map<string, number>()
  /** How many are open. */
  total = 0

  constructor(max: number, max_each: number) {
    this.#max = max
    this.#max_each = max_each
  }

  /** @returns false where there are too many already; else each needs its `leave` */
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
 * Counts a server's connections from their first moment on, also while a TLS handshake is under way. One that is too many
 * is destroyed before anybody hears of it.
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
