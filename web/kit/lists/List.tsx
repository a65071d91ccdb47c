import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '#api/client.ts'
import { client } from '../../core/api.ts'
import type { LabelledResource } from '../forms/labels.ts'
import type { ResourceSchema } from '../forms/schema.ts'
import { InHead } from '../page/HeadLine.tsx'
import { type BulkAction, BulkBar, useActions } from './BulkBar.tsx'
import { ChangeDialog, type Changing } from './bulk/ChangeDialog.tsx'
import { UndoBar } from './bulk/UndoBar.tsx'
import classes from './List.module.css'
import { ListMenu } from './ListMenu.tsx'
import { ListEmpty, ListFailed } from './ListNotes.tsx'
import { Pages } from './Pages.tsx'
import { Search } from './Search.tsx'
import { type Column, isEmpty, Table } from './Table.tsx'
import { useCell } from './useCell.ts'
import { useColumns } from './useColumns.ts'
import { type Filters, type ListState, useListQuery } from './useListQuery.ts'
import { useRowHeight } from './useRowHeight.ts'

/**
 * A list of any resource: searched, sorted and cut into pages by the server. A page says which columns there are, what a
 * row leads to and what can be done to several.
 */
export function List<N extends LabelledResource>(props: ListProps<N>) {
  const {
    resource,
    schema,
    filters = everything,
    columns,
    nameOf,
    open,
    bulk = [],
    changing,
    removable = false,
    empty,
  } = props
  const { t } = useTranslation()
  const cell = useCell()
  const list = useListQuery<N>(schema, filters)
  const change: BulkAction<N>[] = changing ? [changeOf({ ...props, changing }, list, t('table.change'))] : []
  const actions = [...bulk, ...change, ...(removable ? [removalOf(resource, t)] : [])]
  const height = useRowHeight()
  const shown = useColumns(resource, columns, emptyOnes(cell, columns, list.rows ?? []))
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  const chosen = (list.rows ?? []).filter((row) => selected.has(row.id))
  const doing = useActions({ resource, actions, nameOf, after: () => setSelected(new Set()) })

  return (
    <section
      className={classes.list}
      data-compact={height.compact || undefined}
      aria-busy={list.waiting || list.rows === null}
    >
      <div className={classes.tools}>
        <InHead place="search">
          <Search value={list.search} onChange={list.setSearch} />
        </InHead>
        <ListMenu
          resource={resource}
          plural={schema.plural}
          asked={list.asked}
          columns={columns}
          shown={shown}
          height={height}
          more={props.menu}
        />
      </div>
      {changing && <UndoBar resource={resource} organisation_id={changing.organisation_id} />}
      {chosen.length > 0 && (
        <BulkBar
          rows={chosen}
          actions={actions.filter(({ single }) => !single)}
          busy={doing.busy}
          start={(action) => doing.start(action, chosen)}
        />
      )}
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
            schema={schema}
            list={list}
            columns={columns.filter(({ name }) => shown.shown.includes(name))}
            nameOf={nameOf}
            open={open}
            actionsOf={(row) => [...(props.linksOf?.(row) ?? []), ...doing.actionsOf(row)]}
            selection={actions.length > 0 ? { selected, setSelected } : null}
          />
          <Pages list={list} />
        </>
      )}
      {doing.dialog}
    </section>
  )
}

const removalOf = <N extends LabelledResource>(resource: N, t: TFunction): BulkAction<N> => ({
  label: t('form.remove'),
  ask: (count) => t('table.confirmRemove', { count }),
  run: ({ id }) => client.remove(resource, id),
})

/** Sets a field of the selected rows, or of all that the list finds. */
const changeOf = <N extends LabelledResource>(
  { resource, schema, nameOf, changing }: ListProps<N> & { changing: Changing<N> },
  { asked, info }: ListState<N>,
  label: string,
): BulkAction<N> => ({
  label,
  dialog: (rows, close) => (
    <ChangeDialog
      references={{}}
      editors={{}}
      {...changing}
      resource={resource}
      schema={schema}
      rows={rows}
      nameOf={nameOf}
      asked={asked}
      total={info?.total ?? rows.length}
      close={close}
    />
  ),
})

/** Columns without a value in any row of the page; the first names the row. */
function emptyOnes<N extends LabelledResource>(cell: ReturnType<typeof useCell>, columns: Column<N>[], rows: Row<N>[]) {
  if (rows.length === 0) return []
  return columns.filter((column, i) => i > 0 && rows.every((row) => isEmpty(cell, column, row))).map(({ name }) => name)
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
  /** What can be set for the selected rows, or for all that the list finds. */
  changing?: Changing<N> | undefined
  /** Whether the selected rows can be deleted. */
  removable?: boolean
  empty?: ReactNode
  /** Further items of the menu of the list. */
  menu?: ReactNode
  /** Where the menu of a row leads besides what can be done to it. */
  linksOf?: (row: Row<N>) => { label: string; to: string }[]
}
