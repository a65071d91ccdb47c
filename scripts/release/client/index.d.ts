import type { Client } from 'openapi-fetch'
import type { paths } from './schema.js'

export type { components, paths } from './schema.js'

/** A client of one installation. `key` is an API key, which begins with `rf_`. */
export declare function createRingfence(options: {
  /** The address that people open, such as https://tracking.example.com */
  base: string
  key: string
  fetch?: typeof globalThis.fetch
}): Client<paths>
