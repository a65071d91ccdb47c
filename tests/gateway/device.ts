import { connect, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { expect } from 'vitest'
import { writeFrame } from '#gateway/protocols/gt06/wire.ts'

/**
 * The device's side of a connection, which records the received bytes.
 *
 * @param from an address of this machine: all of 127.0.0.0/8 are its own
 */
export function connectTcp(port: number, { tls = false, from = '127.0.0.1' } = {}): TcpDevice {
  const socket: Socket = tls
    ? connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false })
    : connect({ port, host: '127.0.0.1', localAddress: from, noDelay: true })
  const chunks: Buffer[] = []
  const closed = new Promise<'closed'>((resolve) => socket.on('close', () => resolve('closed')))
  socket.on('error', () => {})
  socket.on('data', (chunk: Buffer) => void chunks.push(chunk))
  const received = () => Buffer.concat(chunks).toString('hex')
  return {
    socket,
    closed,
    received,
    send: (bytes) => void socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'hex') : bytes),
    receives: (hex) => expect.poll(received, { interval: 10 }).toBe(hex),
    end: () => void socket.destroy(),
  }
}

/** Messages of a GT06 at given positions and times. */
export const gt06 = {
  login: (imei: string, serial = 1) => writeFrame(0x01, serial, Buffer.from(`0${imei}0000`, 'hex')),
  /** @param second of 1 November 2026 */
  position(second: number, serial = second & 0xffff): Buffer {
    const time = new Date(Date.UTC(2026, 10, 1) + second * 1000)
    const body = Buffer.alloc(18)
    body.set([26, 11, time.getUTCDate(), time.getUTCHours(), time.getUTCMinutes(), time.getUTCSeconds(), 0xc8])
    body.writeUInt32BE(Math.round(36.8 * 1_800_000), 7)
    body.writeUInt32BE(Math.round(174.7 * 1_800_000), 11)
    body[15] = 36
    body.writeUInt16BE(0x1000 | 90, 16)
    return writeFrame(0x10, serial, body)
  },
  answer: (type: number, serial: number) => writeFrame(type, serial).toString('hex'),
}

export type TcpDevice = {
  socket: Socket
  closed: Promise<'closed'>
  received(): string
  send(bytes: Buffer | string): void
  /** Waits until exactly these bytes were received in total. */
  receives(hex: string): Promise<void>
  end(): void
}
