import { Checkbox, Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Row } from '#api/client.ts'
import { type FieldName, type LabelledResource, labelOf } from '../forms/labels.ts'
import { Heading } from './Heading.tsx'
import classes from './List.module.css'
import { useCell } from './useCell.ts'
import type { ListState } from './useListQuery.ts'

/** A table at a desk; on a phone each row is a block whose lines say what they are. */
export function Table<N extends LabelledResource>({
  resource,
  sorts,
  list,
  columns,
  nameOf,
  open,
  selection,
}: Props<N>) {
  const { t } = useTranslation()
  const { rows } = list
  return (
    <div className={classes.scroll} data-waiting={list.waiting || undefined}>
      <table className={classes.table}>
        <thead>
          <tr>
            {selection && (
              <th className={classes.check}>
                <SelectAll rows={rows ?? []} selection={selection} label={t('table.selectAll')} />
              </th>
            )}
            {columns.map(({ name, end }) => (
              <Heading
                key={name}
                end={end}
                label={labelOf(t, resource, name)}
                name={sorts.includes(name) ? name : null}
                sort={list.sort}
                setSort={list.setSort}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows
            ? rows.map((row) => (
                <TableRow
                  key={row.id}
                  resource={resource}
                  row={row}
                  columns={columns}
                  nameOf={nameOf}
                  open={open}
                  selection={selection}
                />
              ))
            : Array.from({ length: 8 }, (_, i) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
                <tr key={i}>
                  <td colSpan={columns.length + 1}>
                    <Skeleton height={14} my={4} width={`${60 - 4 * (i % 4)}%`} />
                  </td>
                </tr>
              ))}
        </tbody>
        {list.info?.totals && (
          <Totals totals={list.info.totals} resource={resource} columns={columns} selection={selection} />
        )}
      </table>
    </div>
  )
}

function TableRow<N extends LabelledResource>({ resource, row, columns, nameOf, open, selection }: RowProps<N>) {
  const { t } = useTranslation()
  const cell = useCell()
  const ticked = selection?.selected.has(row.id) ?? false
  const tick = () => {
    const after = new Set(selection!.selected)
    if (ticked) after.delete(row.id)
    else after.add(row.id)
    selection!.setSelected(after)
  }
  return (
    <tr data-selected={ticked || undefined}>
      {selection && (
        <td className={classes.check}>
          <Checkbox size="xs" checked={ticked} onChange={tick} aria-label={t('table.select', { name: nameOf(row) })} />
        </td>
      )}
      {columns.map(({ name, show, end }, i) => {
        const content = show ? show(row) : cell(name, (row as Record<string, unknown>)[name])
        const leads = i === 0 && open
        return (
          <td
            key={name}
            data-label={labelOf(t, resource, name)}
            data-first={i === 0 || undefined}
            data-end={end}
            data-short={(typeof content === 'string' && content.length <= SHORT) || undefined}
            data-long={(typeof content === 'string' && longWord.test(content)) || undefined}
          >
            {leads ? <Link to={open(row)}>{content === '' ? nameOf(row) : content}</Link> : content}
          </td>
        )
      })}
    </tr>
  )
}

/** The sums over all rows that match, not only those of the page: the server computes them. */
function Totals<N extends LabelledResource>({ totals, resource, columns, selection }: TotalsProps<N>) {
  const { t } = useTranslation()
  return (
    <tfoot>
      <tr>
        {selection && <td className={classes.check} />}
        {columns.map(({ name, showTotal = String, end }, i) => {
          const total = totals[name]
          const label = i === 0 ? t('table.total') : ''
          return (
            <td key={name} data-label={labelOf(t, resource, name)} data-first={i === 0 || undefined} data-end={end}>
              {total === undefined ? label : showTotal(total)}
            </td>
          )
        })}
      </tr>
    </tfoot>
  )
}

const longWord = /\S{28}/
/** Characters of a number or a date, which is not broken. */
const SHORT = 12

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
  /** Not shown until it is chosen. */
  hidden?: true
  /** Where the value alone is not what people want to read. */
  show?: (row: Row<N>) => ReactNode
  /** How the column's total is shown, as money in its currency. */
  showTotal?: (total: number) => ReactNode
}

type Selection = { selected: ReadonlySet<number>; setSelected: (ids: ReadonlySet<number>) => void }
type Shared<N extends LabelledResource> = {
  resource: N
  columns: Column<N>[]
  nameOf: (row: Row<N>) => string
  open: ((row: Row<N>) => string) | undefined
  selection: Selection | null
}
type TotalsProps<N extends LabelledResource> = Pick<Shared<N>, 'resource' | 'columns' | 'selection'> & {
  totals: Record<string, number>
}
type RowProps<N extends LabelledResource> = Shared<N> & { row: Row<N> }
type Props<N extends LabelledResource> = Shared<N> & { sorts: string[]; list: ListState<N> }
