import { expect, it } from 'vitest'
import { type Settings, targetOf } from './target.ts'

const broker = (settings: Settings) => targetOf({ host: 'Broker.Example.org', ...settings })

it('fills in the usual port and topic of a broker', () => {
  const of = (protocol: 'kafka' | 'nats' | 'amqp', tls = false) => {
    const { host, port, topic } = broker({ protocol, tls })
    return [host, port, topic]
  }
  expect(of('kafka')).toEqual(['broker.example.org', 9092, 'ringfence'])
  expect(of('kafka', true)).toEqual(['broker.example.org', 9093, 'ringfence'])
  expect(of('nats', true)).toEqual(['broker.example.org', 4222, 'ringfence.{organisation}.{number}'])
  expect(of('amqp', true)).toEqual(['broker.example.org', 5671, 'ringfence.{organisation}.{number}'])
  expect(broker({ protocol: 'nats', topic: 'fleet.{id}', format: 'traccar' })).toMatchObject({
    topic: 'fleet.{id}',
    format: 'traccar',
    url: null,
    username: null,
  })
})

it.each<[Settings]>([
  [{ protocol: 'kafka', topic: 'a/b' }],
  [{ protocol: 'kafka', topic: '..' }],
  [{ protocol: 'kafka', topic: '{name}' }],
  [{ protocol: 'nats', topic: 'fleet.*' }],
  [{ protocol: 'nats', topic: 'fleet..x' }],
  [{ protocol: 'nats', topic: 'two words' }],
  [{ protocol: 'amqp', topic: 'fleet.#' }],
])('refuses a topic that its broker cannot have: %o', (settings) => {
  expect(() => broker(settings)).toThrow(/^topic: /)
})

it('refuses formats of presets, and a broker without a host', () => {
  expect(() => broker({ protocol: 'kafka', format: 'home_assistant' })).toThrow(/^format: /)
  expect(() => targetOf({ protocol: 'amqp' })).toThrow(/^host: /)
})
