import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { ResourceSchema } from '../forms/schema.ts'
import { Table } from './Table.tsx'
import type { ListState } from './useListQuery.ts'

it('shows the sums of the server below the rows, each in its column', () => {
  const html = render({ bounces: 12 })
  expect(footOf(html)).toEqual(['Total', '', '12 in all', ''])
})

it('has no such row where the server sends no sums', () => {
  expect(render()).not.toContain('<tfoot')
})

function render(sums?: Record<string, number>): string {
  const info = { total: 3, limit: 50, offset: 0, ...(sums && { sums }) }
  const list = { rows: [], info, sort: '', waiting: false, setSort: () => {} } as unknown as ListState<'recipient'>
  const table = createElement(Table<'recipient'>, {
    resource: 'recipient',
    schema: { sorts: [], row: {} } as unknown as ResourceSchema,
    actionsOf: () => [],
    list,
    columns: [{ name: 'address' }, { name: 'channel' }, { name: 'bounces', showTotal: (sum) => `${sum} in all` }],
    nameOf: ({ address }) => address,
    open: undefined,
    selection: null,
  })
  const page = createElement(QueryClientProvider, { client: new QueryClient() }, table)
  return renderToStaticMarkup(createElement(MantineProvider, null, page))
}

function footOf(html: string): string[] {
  const foot = html.slice(html.indexOf('<tfoot'))
  return [...foot.matchAll(/<td[^>]*>(.*?)<\/td>/g)].map(([, text]) => text!)
}
