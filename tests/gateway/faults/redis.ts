import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { connect } from 'node:net'
import { freePort } from '../../../scripts/postgres.ts'

export const hasRedis = existsSync('/usr/bin/redis-server')

/** A Redis of the test's own, which can be stopped, frozen and started again on the same port. It keeps nothing. */
export async function makeRedis(): Promise<OwnRedis> {
  const port = await freePort()
  let child: ChildProcess | null = null
  return {
    url: `redis://127.0.0.1:${port}`,
    async start(...options: string[]) {
      const settings = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', ...options]
      child = spawn('/usr/bin/redis-server', settings, { stdio: 'ignore' })
      while (!(await answers(port))) await new Promise((resolve) => setTimeout(resolve, 20))
    },
    async stop() {
      if (!child || child.exitCode !== null || child.signalCode !== null) return
      const ended = new Promise((resolve) => child!.once('exit', resolve))
      child.kill('SIGKILL')
      await ended
    },
    freeze: () => void child?.kill('SIGSTOP'),
    thaw: () => void child?.kill('SIGCONT'),
  }
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => socket.end('PING\r\n'))
    socket.once('data', () => resolve(true))
    socket.once('error', () => resolve(false))
  })
}

export type OwnRedis = {
  url: string
  start(...options: string[]): Promise<void>
  stop(): Promise<void>
  /** Frozen: it keeps its connections and does not answer. */
  freeze(): void
  thaw(): void
}
