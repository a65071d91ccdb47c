import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'

/** Starts a script of this folder as a child process with callable functions. */
export function startChild(script: string, { env = {}, node_args = [] }: ChildOptions = {}): Child {
  const process_ = fork(join(import.meta.dirname, script), {
    env: { ...process.env, ...env },
    execArgv: node_args,
    stdio: ['ignore', 2, 2, 'ipc'],
  })
  const open = new Map<number, { resolve(value: never): void; reject(error: Error): void }>()
  let last = 0
  process_.on('message', ({ id, value, error }: Reply) => {
    const waiting = open.get(id)
    open.delete(id)
    if (error === undefined) waiting?.resolve(value as never)
    else waiting?.reject(new Error(error))
  })
  const fail = (reason: string) => {
    for (const { reject } of open.values()) reject(new Error(`${script}: ${reason}`))
    open.clear()
  }
  process_.on('exit', (code, signal) => fail(`ended with ${signal ?? `code ${code}`}`))
  process_.on('error', (error) => fail(error.message))
  return {
    pid: process_.pid!,
    call: (name, argument) =>
      new Promise((resolve, reject) => {
        const id = ++last
        open.set(id, { resolve, reject })
        // Waits for the exit event, which has a better reason.
        process_.send({ id, name, argument }, (error) => error && setTimeout(fail, 1000, error.message))
      }),
    stop: () => stopProcess(process_),
  }
}

/** In the child: registers its callable functions. It exits when the parent exits. */
export function handleCalls(orders: Record<string, (argument: never) => unknown>, end: () => unknown = () => {}): void {
  process.on('message', async ({ id, name, argument }: { id: number; name: string; argument: never }) => {
    try {
      process.send!({ id, value: await orders[name]!(argument) })
    } catch (error) {
      process.send!({ id, error: (error as Error).stack })
    }
  })
  // Ctrl-C reaches the whole process group; the parent decides when this process ends.
  process.on('SIGINT', () => {})
  const finish = async () => {
    await end()
    process.exit(0)
  }
  process.once('SIGTERM', finish)
  process.once('disconnect', finish)
}

/** Sends SIGTERM, and SIGKILL after 20 s. */
export async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  const insist = setTimeout(() => child.kill('SIGKILL'), 20_000)
  await ended
  clearTimeout(insist)
}

type Reply = { id: number; value?: unknown; error?: string }
type ChildOptions = { env?: Record<string, string>; node_args?: string[] }

export type Child = { pid: number; call<T = void>(name: string, argument?: unknown): Promise<T>; stop(): Promise<void> }
