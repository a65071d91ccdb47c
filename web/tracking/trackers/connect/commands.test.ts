import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { httpCommand, mqttCommand } from './commands.ts'

const message = '{"lat":-36.85,"lon":174.76,"speed":12.5}'

it.each([
  ['truck-7', 'AbC_-9'],
  ["o'brien's", 'AbC_-9'],
  ['$HOME`id`"x"', '-Abc'],
])('a shell parses the command for tracker %s correctly', (number, device_token) => {
  expect(wordsOf(mqttCommand('localhost', 1883, { number, device_token }))).toEqual([
    'mosquitto_pub',
    '-h',
    'localhost',
    '-p',
    '1883',
    '-u',
    number,
    '-P',
    device_token,
    '-q',
    '1',
    '-t',
    `trackers/${encodeURIComponent(number)}/position`,
    '-m',
    message,
  ])
  const [curl, address] = wordsOf(httpCommand('https://track.example.com', { number, device_token }))
  expect(curl).toBe('curl')
  expect(Object.fromEntries(new URL(address!).searchParams)).toEqual({
    id: number,
    token: device_token,
    lat: '-36.85',
    lon: '174.76',
  })
})

function wordsOf(line: string): string[] {
  return execFileSync('sh', ['-c', `printf '%s\\n' ${line}`], { encoding: 'utf8' })
    .trimEnd()
    .split('\n')
}
