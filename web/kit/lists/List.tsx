import type { ReactNode } from 'react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '#api/client.ts'
import { client } from '../../core/api.ts'
import type { LabelledResource } from '../forms/labels.ts'
import type { ResourceSchema } from '../forms/schema.ts'
import { type BulkAction, BulkBar } from './BulkBar.tsx'
import classes from './List.module.css'
import { ListEmpty, ListFailed } from './ListNotes.tsx'
import { Pages } from './Pages.tsx'
import { type Column, Table } from './Table.tsx'
import { Tools } from './Tools.tsx'
import { useColumns } from './useColumns.ts'
import { type Filters, useListQuery } from './useListQuery.ts'

/**
 * A list of any resource: searched, sorted and cut into pages by the server. A page says which columns there are, what a
 * row leads to and what can be done to several.
 */
export function List<N extends LabelledResource>(props: ListProps<N>) {
  const { resource, schema, filters = everything, columns, nameOf, open, bulk = [], removable = false, empty } = props
  const { t } = useTranslation()
  const remove: BulkAction<N> = {
    label: t('form.remove'),
    ask: (count) => t('table.confirmRemove', { count }),
    run: ({ id }) => client.remove(resource, id),
  }
  const actions = removable ? [...bulk, remove] : bulk
  const list = useListQuery<N>(schema, filters)
  const shown = useColumns(resource, columns)
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  const chosen = (list.rows ?? []).filter((row) => selected.has(row.id))
  const clear = () => setSelected(new Set())

  return (
    <section className={classes.list} aria-busy={list.waiting || list.rows === null}>
      <Tools resource={resource} plural={schema.plural} list={list} columns={columns} shown={shown} />
      {chosen.length > 0 && <BulkBar resource={resource} rows={chosen} actions={actions} done={clear} />}
      {list.failed ? (
        <ListFailed reason={list.reason} retry={list.retry} />
      ) : list.rows?.length === 0 ? (
        <ListEmpty search={list.search} clear={() => list.setSearch('')}>
          {empty ?? t('table.empty')}
        </ListEmpty>
      ) : (
        <>
          <Table
            resource={resource}
            sorts={schema.sorts}
            list={list}
            columns={columns.filter(({ name }) => shown.shown.includes(name))}
            nameOf={nameOf}
            open={open}
            selection={actions.length > 0 ? { selected, setSelected } : null}
          />
          <Pages list={list} />
        </>
      )}
    </section>
  )
}

const everything: Filters = {}

export type ListProps<N extends LabelledResource> = {
  resource: N
  schema: ResourceSchema
  /** Which rows the list is always limited to. */
  filters?: Filters
  columns: Column<N>[]
  /** What a row is called where it is spoken of. */
  nameOf: (row: Row<N>) => string
  /** The address of the page of a row. */
  open?: (row: Row<N>) => string
  /** What can be done to the selected rows. */
  bulk?: BulkAction<N>[]
  /** Whether the selected rows can be deleted. */
  removable?: boolean
  empty?: ReactNode
}
