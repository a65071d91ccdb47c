import { readFileSync } from 'node:fs'
import { beforeAll, expect, it } from 'vitest'
import type { Network } from '../../network.ts'
import { makeKey, makeOrganisation } from '../../seeds/people.ts'
import { sharedNetwork } from '../../shared_network.ts'

const dashboard = JSON.parse(readFileSync('docs/monitoring/fleet_grafana.json', 'utf8'))
const queries: [string, Query][] = [
  ['the variable', dashboard.templating.list[1].query.infinityQuery],
  ['the annotations', dashboard.annotations.list[0].target],
  ...dashboard.panels.map(({ title, targets }: Panel): [string, Query] => [title, targets[0]!]),
]

let network: Network
let key: string
let tracker_id: number
let api: {
  paths: Record<string, { get: { responses: Record<string, { content: Record<string, { schema: Schema }> }> } }>
  components: { schemas: Record<string, Schema> }
}

beforeAll(async () => {
  network = await sharedNetwork()
  const ours = await makeOrganisation(network, 'grafana')
  key = await makeKey(ours.administrator, { organisation_id: ours.id, scopes: ['read'] })
  tracker_id = (await network.admin.create('tracker', { number: 'grafana-1', organisation_id: ours.id })).data.id
  api = (await (await fetch(`${network.url}/api/openapi.json`)).json()) as typeof api
})

it.each(queries)('asks for what the API has: %s', async (_name, { url, url_options, root_selector, columns }) => {
  const now = new Date().toISOString()
  const said = (value: string) =>
    value
      .replace(/\$\{tracker\}/, String(tracker_id))
      .replace(/\$\{__(from|to):date:iso\}/, now)
      .replace(/\$\{__(from|to):date:YYYY-MM-DD\}/, now.slice(0, 10))
  const parameters = new URLSearchParams(url_options.params.map((one) => [one.key, said(one.value)]))
  const answer = await fetch(`${network.url}${url}?${parameters}`, { headers: { authorization: `Bearer ${key}` } })
  const refusal = answer.ok ? null : await answer.json()
  expect(refusal).toBeNull()
  const { schema } = api.paths[url]!.get.responses['200']!.content['application/json']!
  const rows = schema.properties![root_selector]!
  expect(columns.filter(({ selector }) => !has(rows.items ?? rows, selector.split('.')))).toEqual([])
})

/** Whether a selector names a property of the answer; what devices name themselves is open, and so are coordinates. */
function has(schema: Schema, [name, ...rest]: string[]): boolean {
  if (name === undefined) return true
  const forms = [schema, ...(schema.anyOf ?? [])].map(resolved)
  const named = forms.flatMap(({ properties }) =>
    properties && Object.hasOwn(properties, name) ? properties[name]! : [],
  )
  if (named.length > 0) return named.some((one) => has(one, rest))
  return forms.some(({ properties, items, type }) => items !== undefined || (type === 'object' && !properties))
}

const resolved = (schema: Schema): Schema => api.components.schemas[schema.$ref?.split('/').at(-1) ?? ''] ?? schema

type Schema = { $ref?: string; type?: string; properties?: Record<string, Schema>; items?: Schema; anyOf?: Schema[] }
type Panel = { title: string; targets: Query[] }
type Query = {
  url: string
  url_options: { params: { key: string; value: string }[] }
  root_selector: string
  columns: { selector: string }[]
}
