import { execFileSync } from 'node:child_process'
import mqtt from 'mqtt'
import type { Page } from 'playwright-core'

/** The shell command that the page shows. */
export async function lineOn(page: Page, tool: 'mosquitto_pub' | 'curl'): Promise<string> {
  return (await page.locator('code', { hasText: tool }).textContent())!
}

/**
 * Performs the shell command: a shell parses it, so that neither mosquitto_pub nor curl need be installed.
 *
 * @returns once the server has acknowledged it
 */
export async function type(line: string): Promise<void> {
  const [tool, ...words] = wordsOf(line)
  if (tool === 'mosquitto_pub') return publish(words)
  if (tool !== 'curl') throw new Error(`this is neither mosquitto_pub nor curl: ${line}`)
  const answer = await fetch(words[0]!)
  if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`)
}

async function publish(words: string[]): Promise<void> {
  const option = (name: string) => words[words.indexOf(name) + 1]!
  const credentials = { username: option('-u'), password: option('-P'), reconnectPeriod: 0 }
  const client = await mqtt.connectAsync(`mqtt://${option('-h')}:${option('-p')}`, credentials)
  await client.publishAsync(option('-t'), option('-m'), { qos: 1 })
  await client.endAsync()
}

function wordsOf(line: string): string[] {
  return execFileSync('sh', ['-c', `printf '%s\\n' ${line}`], { encoding: 'utf8' })
    .trimEnd()
    .split('\n')
}
