import { Checkbox, Skeleton } from '@mantine/core'
import type { PointerEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Row } from '#api/client.ts'
import { type FieldName, type LabelledResource, labelOf } from '../forms/labels.ts'
import { kindOf, type ResourceSchema } from '../forms/schema.ts'
import { Heading } from './Heading.tsx'
import classes from './List.module.css'
import { type RowAction, RowMenu } from './RowMenu.tsx'
import { useCell } from './useCell.ts'
import type { ListState } from './useListQuery.ts'

/** A table at a desk; on a phone each row is a block whose lines say what they are. */
export function Table<N extends LabelledResource>({ schema, list, columns, ...shared }: Props<N>) {
  const { t } = useTranslation()
  const { rows } = list
  const { resource, selection } = shared
  const wide = columns.find((column) => column.wide) ?? columns[0]
  const drawn = columns.map((column) => ({
    ...column,
    label: labelFor(column),
    end: endOf(column),
    wide: column === wide || undefined,
  }))
  return (
    <div className={classes.scroll} data-waiting={list.waiting || undefined}>
      <table className={classes.table} onPointerOver={showWhole}>
        <thead>
          <tr>
            {selection && (
              <th className={classes.check}>
                <SelectAll rows={rows ?? []} selection={selection} label={t('table.selectAll')} />
              </th>
            )}
            {drawn.map(({ name, label, end }) => (
              <Heading
                key={name}
                end={end}
                label={label}
                name={schema.sorts.includes(name) ? name : null}
                sort={list.sort}
                setSort={list.setSort}
              />
            ))}
            <th className={classes.more} aria-label={t('table.actions')} />
          </tr>
        </thead>
        <tbody>
          {rows
            ? rows.map((row) => <TableRow key={row.id} row={row} columns={drawn} {...shared} />)
            : Array.from({ length: 16 }, (_, i) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
                <tr key={i}>
                  <td colSpan={columns.length + 2}>
                    <Skeleton height={14} my={4} width={`${60 - 4 * (i % 4)}%`} />
                  </td>
                </tr>
              ))}
        </tbody>
        {list.info?.sums && <Totals sums={list.info.sums} columns={drawn} selection={selection} />}
      </table>
    </div>
  )

  function labelFor({ name, unit }: Column<N>): string {
    const label = labelOf(t, resource, name)
    return unit ? `${label} (${unit})` : label
  }

  /** Figures stand below each other. */
  function endOf({ name, end, show }: Column<N>): true | undefined {
    const field = schema.row[name]
    return end || (!show && field && kindOf(field) === 'number') ? true : undefined
  }
}

/** What is cut off in its cell is in its title. */
function showWhole({ target }: PointerEvent) {
  const cell = (target as Element).closest('td')
  if (cell && cell.scrollWidth > cell.clientWidth) cell.title = cell.textContent
}

/** Whether a row has nothing in a column. */
export function isEmpty<N extends LabelledResource>(cell: Cell, { name, show }: Column<N>, row: Row<N>): boolean {
  const content = show ? show(row) : cell(name, (row as Record<string, unknown>)[name])
  return content === null || content === undefined || content === false || content === ''
}

function TableRow<N extends LabelledResource>({ row, columns, nameOf, open, actionsOf, selection }: RowProps<N>) {
  const { t } = useTranslation()
  const cell = useCell()
  const ticked = selection?.selected.has(row.id) ?? false
  const tick = () => {
    const after = new Set(selection!.selected)
    if (ticked) after.delete(row.id)
    else after.add(row.id)
    selection!.setSelected(after)
  }
  const actions = actionsOf(row)
  return (
    <tr data-selected={ticked || undefined}>
      {selection && (
        <td className={classes.check}>
          <Checkbox size="xs" checked={ticked} onChange={tick} aria-label={t('table.select', { name: nameOf(row) })} />
        </td>
      )}
      {columns.map(({ name, label, show, end, wide }, i) => {
        const content = show ? show(row) : cell(name, (row as Record<string, unknown>)[name])
        const leads = i === 0 && open
        return (
          <td key={name} data-label={label} data-first={i === 0 || undefined} data-wide={wide} data-end={end}>
            {leads ? <Link to={open(row)}>{content === '' ? nameOf(row) : content}</Link> : content}
          </td>
        )
      })}
      <td className={classes.more}>{actions.length > 0 && <RowMenu name={nameOf(row)} actions={actions} />}</td>
    </tr>
  )
}

/** The sums over all rows that match, not only those of the page: the server computes them. */
function Totals<N extends LabelledResource>({ sums, columns, selection }: TotalsProps<N>) {
  const { t } = useTranslation()
  return (
    <tfoot>
      <tr>
        {selection && <td className={classes.check} />}
        {columns.map(({ name, label: heading, showTotal = String, end }, i) => {
          const sum = sums[name]
          const label = i === 0 ? t('table.total') : ''
          return (
            <td key={name} data-label={heading} data-first={i === 0 || undefined} data-end={end}>
              {sum == null ? label : showTotal(sum)}
            </td>
          )
        })}
        <td className={classes.more} />
      </tr>
    </tfoot>
  )
}

function SelectAll({ rows, selection, label }: { rows: { id: number }[]; selection: Selection; label: string }) {
  const count = rows.filter(({ id }) => selection.selected.has(id)).length
  const all = rows.length > 0 && count === rows.length
  return (
    <Checkbox
      disabled={rows.length === 0}
      size="xs"
      aria-label={label}
      checked={all}
      indeterminate={count > 0 && !all}
      onChange={() => selection.setSelected(new Set(all ? [] : rows.map(({ id }) => id)))}
    />
  )
}

export type Column<N extends LabelledResource> = {
  name: FieldName<N>
  /** For amounts, whose figures stand below each other. */
  end?: true
  /** What its figures are in, for the heading. */
  unit?: string
  /** Not shown until it is chosen. */
  hidden?: true
  /** Takes what the others leave; without one the first does. */
  wide?: true
  /** Where the value alone is not what people want to read. */
  show?: (row: Row<N>) => ReactNode
  /** How the column's total is shown, as money in its currency. */
  showTotal?: (total: number) => ReactNode
}

type Selection = { selected: ReadonlySet<number>; setSelected: (ids: ReadonlySet<number>) => void }
type Cell = ReturnType<typeof useCell>
type Drawn<N extends LabelledResource> = Omit<Column<N>, 'end' | 'wide'> & {
  label: string
  end: true | undefined
  wide: true | undefined
}
type Shared<N extends LabelledResource> = {
  nameOf: (row: Row<N>) => string
  open: ((row: Row<N>) => string) | undefined
  actionsOf: (row: Row<N>) => RowAction[]
  selection: Selection | null
}
type TotalsProps<N extends LabelledResource> = {
  sums: Record<string, number | null>
  columns: Drawn<N>[]
  selection: Selection | null
}
type RowProps<N extends LabelledResource> = Shared<N> & { row: Row<N>; columns: Drawn<N>[] }
type Props<N extends LabelledResource> = Shared<N> & {
  resource: N
  schema: ResourceSchema
  list: ListState<N>
  columns: Column<N>[]
}
