import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { ANSWER_TIMEOUT_MS, type Device, type Ports, pause, type Running } from './device.ts'
import { placeOf, timeOf } from './path.ts'

const RECORDS = 5

/** Codec 8 over TCP: five records a packet, the next after the server has confirmed five. */
export function teltonikaDevice(device: Device, ports: Ports): Running {
  let running = true
  let socket: Socket | null = null
  const loop = async () => {
    while (running) {
      socket = connect({ port: ports.teltonika, host: '127.0.0.1', noDelay: true })
      socket.setTimeout(ANSWER_TIMEOUT_MS, () => socket?.destroy())
      await talk(socket).catch(() => {})
      socket.destroy()
      await pause()
    }
  }
  const talk = async (on: Socket) => {
    const failed = once(on, 'close').then(() => Promise.reject(new Error('closed')))
    failed.catch(() => {})
    const answer = (bytes: number) => Promise.race([read(on, bytes), failed])
    await Promise.race([once(on, 'connect'), failed])
    on.write(Buffer.concat([Buffer.from([0, device.number.length]), Buffer.from(device.number)]))
    if ((await answer(1))[0] !== 1) throw new Error('refused')
    while (running) {
      on.write(packet(device.seed, device.acknowledged))
      if ((await answer(4)).readUInt32BE(0) !== RECORDS) throw new Error('not all were taken')
      device.acknowledged += RECORDS
    }
  }
  const ended = loop()
  return {
    async stop() {
      running = false
      socket?.destroy()
      await ended
    },
  }
}

async function read(socket: Socket, bytes: number): Promise<Buffer> {
  for (;;) {
    const got = socket.read(bytes) as Buffer | null
    if (got) return got
    await once(socket, 'readable')
  }
}

/** Teltonika, "Codec 8": zeros, length, codec, count, records of 30 bytes without elements, count, CRC-16/IBM. */
function packet(seed: number, first: number): Buffer {
  const records = Array.from({ length: RECORDS }, (_, i) => {
    const record = Buffer.alloc(30)
    const { lat, lon } = placeOf(seed, first + i)
    record.writeBigUInt64BE(BigInt(timeOf(first + i)), 0)
    record.writeInt32BE(Math.round(lon * 1e7), 9)
    record.writeInt32BE(Math.round(lat * 1e7), 13)
    record[21] = 7 // satellites
    return record
  })
  const data = Buffer.concat([Buffer.from([8, RECORDS]), ...records, Buffer.from([RECORDS])])
  const whole = Buffer.alloc(8 + data.length + 4)
  whole.writeUInt32BE(data.length, 4)
  data.copy(whole, 8)
  whole.writeUInt32BE(crc16(data), 8 + data.length)
  return whole
}

function crc16(bytes: Buffer): number {
  let crc = 0
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xa001 : crc >>> 1
  }
  return crc
}
