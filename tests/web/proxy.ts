import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net'

/** A proxy between browser and server, to simulate network outages. */
export async function startProxy(to: number): Promise<Proxy> {
  const open = new Set<Socket>()
  let away = false
  const server = createServer((near) => {
    if (away) return void near.destroy()
    const far = createConnection(to, '127.0.0.1')
    for (const socket of [near, far]) {
      open.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => open.delete(socket))
    }
    near.on('close', () => far.destroy())
    far.on('close', () => near.destroy())
    near.pipe(far).pipe(near)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const cut = () => {
    away = true
    for (const socket of open) socket.destroy()
  }
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut,
    mend() {
      away = false
    },
    async stop() {
      cut()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

type Proxy = { url: string; cut(): void; mend(): void; stop(): Promise<void> }
