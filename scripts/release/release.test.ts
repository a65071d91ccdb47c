import { Ajv } from 'ajv'
import { expect, it } from 'vitest'
import { parse, stringify } from 'yaml'
import { protocols } from '#gateway/protocols/index.ts'
import { chart } from './chart.ts'
import { homeAssistant } from './home_assistant.ts'
import { umbrel } from './umbrel.ts'

const digest = `sha256:${'0'.repeat(64)}`
const release = { version: '2026.02.01', image: 'ghcr.io/o/ringfence', digest, url: 'https://example.com', protocols }
/** As it is read from the file. */
const read = (content: unknown) => parse(stringify(content, { version: '1.1' }), { version: '1.1' })

it('the app of Home Assistant has each device port once, with its words', () => {
  const { 'ringfence/config.yaml': config, 'ringfence/Dockerfile': dockerfile } = homeAssistant(release).files
  const { ports, ports_description, options, schema } = read(config)
  expect(Object.keys(ports)).toEqual(Object.keys(ports_description))
  for (const { port, udp } of protocols) {
    expect(ports).toHaveProperty([`${port}/tcp`])
    expect(`${port}/udp` in ports).toBe(udp)
  }
  const open = Object.values(ports).filter((port) => port !== null)
  expect(new Set(open).size).toBe(open.length)
  for (const name of Object.keys(options)) expect(schema).toHaveProperty(name)
  expect(dockerfile).toContain('FROM ghcr.io/o/ringfence:2026.02.01\n')
})

it('the app of Umbrel names the image by its digest, and no port of its host twice', () => {
  const { services } = read(umbrel(release).files['ringfence/docker-compose.yml'])
  const { image, ports } = services.server as { image: string; ports: string[] }
  expect(image).toBe(`ghcr.io/o/ringfence:2026.02.01@${digest}`)
  const hosts = ports.map((port) => (port.endsWith('/udp') ? `${parseInt(port, 10)}/udp` : `${parseInt(port, 10)}`))
  expect(new Set(hosts).size).toBe(hosts.length)
})

it('the values of the chart are what its schema allows, once the secret is named', () => {
  const { files } = chart(release)
  const check = new Ajv({ strict: false }).compile(JSON.parse(files['ringfence/values.schema.json'] as string))
  const values = read(files['ringfence/values.yaml'])
  expect(check(values)).toBe(false)
  expect(check({ ...values, existingSecret: 'ringfence' })).toBe(true)
  expect(check({ ...values, existingSecret: 'ringfence', gatway: {} })).toBe(false)
  const { ports, udpPorts } = values.gateway as Record<string, Record<string, number>>
  const names = [...Object.keys(ports!), ...Object.keys(udpPorts!).map((name) => `${name.slice(0, 11)}-udp`)]
  // Names of ports in Kubernetes (RFC 6335, §5.1).
  for (const name of names) expect(name.slice(0, 15)).toMatch(/^(?=.*[a-z])[a-z0-9]+(-[a-z0-9]+)*$/)
  expect(new Set(names).size).toBe(names.length)
  expect(files['ringfence/Chart.yaml']).toMatchObject({ version: '2026.2.1', appVersion: '2026.02.01' })
})
