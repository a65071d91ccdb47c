import createFetchClient from 'openapi-fetch'

/** @param {{ base: string, key: string, fetch?: typeof globalThis.fetch }} options */
export function createRingfence({ base, key, ...more }) {
  const headers = { authorization: `Bearer ${key}` }
  return createFetchClient({ baseUrl: base.replace(/\/$/, ''), headers, ...more })
}
