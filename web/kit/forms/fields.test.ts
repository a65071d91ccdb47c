import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { queryKeys } from '../../core/queryKeys.ts'
import type { Reference } from '../reference/reference.ts'
import { Field } from './Field.tsx'
import type { Schema } from './schema.ts'
import type { FieldValue } from './values.ts'

const words: Schema = { enum: ['gps', 'phone'] }

it.each<[string, Schema, FieldValue, string]>([
  ['money in major units with as many decimals as the currency has', measured('integer', 'money'), 1250, '12.50'],
  ['no money as nothing', measured('integer', 'money'), '', ''],
  ['hours as a decimal number', measured('number', 'hours'), 8.25, '8.25'],
  ['a date in the person’s format', { type: 'string', format: 'date' }, '2026-11-22', '22 Nov 2026'],
])('shows %s', (_name, schema, value, shown) => {
  expect(valueIn(render(schema, value))).toBe(shown)
})

it('shows the currency beside money', () => {
  expect(render(measured('integer', 'money'), 1250)).toContain('>NZD<')
})

it('shows each of several choices as a pill', () => {
  const html = render({ type: 'array', items: words }, ['gps', 'phone'])
  expect(html.match(/mantine-Pill-label/g)).toHaveLength(2)
  expect(render({ type: 'array', items: words }, [])).not.toContain('mantine-Pill-label')
})

it('shows a reference by the label of its row, not by its id', () => {
  const reference: Reference = {
    resource: 'membership',
    scope: 1,
    find: async () => ({ options: [], more: false }),
    read: async (id) => ({ id, label: 'Aroha' }),
  }
  const queries = new QueryClient()
  queries.setQueryData(queryKeys.reference('membership', 1, 7), { id: 7, label: 'Aroha' })
  expect(valueIn(render({ type: 'integer' }, 7, reference, queries))).toBe('Aroha')
})

function render(schema: Schema, value: FieldValue, reference?: Reference, client = new QueryClient()): string {
  const shared = { name: 'field', label: 'Field', hint: undefined, error: undefined, required: false }
  const field = createElement(Field, {
    ...shared,
    schema,
    value,
    reference,
    upload: undefined,
    currency: 'NZD',
    ...handlers,
  })
  const page = createElement(MantineProvider, null, createElement(QueryClientProvider, { client }, field))
  return renderToStaticMarkup(page)
}

const handlers = { onChange: () => {}, onBusy: () => {} }

function valueIn(html: string): string | undefined {
  return html.match(/<input(?![^>]*type="hidden")[^>]* value="([^"]*)"/)?.[1]
}

function measured(type: string, measure: 'money' | 'hours'): Schema {
  return { type, 'x-measure': measure }
}
