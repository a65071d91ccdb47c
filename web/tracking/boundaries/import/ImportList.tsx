import { Anchor, Button, Checkbox, Text, TextInput } from '@mantine/core'
import { type Dispatch, memo, type SetStateAction, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '../../../core/paths.ts'
import { SearchField } from '../../../kit/ui/SearchField.tsx'
import { errorText } from '../simplifying.ts'
import { faultOf } from '../useImport.ts'
import classes from './Import.module.css'
import { type ImportRow, isUsable, keyOf, type Mark } from './rows.ts'

/** Check boxes and names, with a search; what is wrong with a row stands under its name. */
export function ImportList({ rows, marks, limit, change, setRows, simplify }: Props) {
  const { t } = useTranslation()
  const [search, setSearch] = useState('')
  const found = rows.filter(({ name }) => keyOf(name).includes(keyOf(search)))
  const usable = found.filter((row) => isUsable(row, limit) && !marks[row.key])
  const selected = usable.filter((row) => row.selected)
  const selectAll = (on: boolean) => {
    const keys = new Set(usable.map(({ key }) => key))
    setRows((now) => now?.map((row) => (keys.has(row.key) ? { ...row, selected: on } : row)) ?? null)
  }
  return (
    <section className={classes.list} aria-label={t('tracking:import.list')}>
      <SearchField label={t('tracking:import.search')} value={search} onChange={setSearch} />
      <Checkbox
        label={t('tracking:import.all', { count: usable.length, selected: selected.length })}
        checked={usable.length > 0 && selected.length === usable.length}
        indeterminate={selected.length > 0 && selected.length < usable.length}
        disabled={usable.length === 0}
        onChange={(event) => selectAll(event.currentTarget.checked)}
      />
      <ul className={classes.rows}>
        {found.map((row) => (
          <Row
            key={row.key}
            row={row}
            limit={limit}
            change={change}
            simplify={simplify}
            mark={marks[row.key] ?? null}
          />
        ))}
      </ul>
    </section>
  )
}

const Row = memo(function Row({ row, mark, limit, change, simplify }: RowProps) {
  const { t } = useTranslation()
  const [busy, setBusy] = useState(false)
  const { key, name, positions, shape, error_m, fault, result } = row
  const label = name.trim() || t('tracking:import.nth', { number: key + 1 })
  if (result?.id) {
    return (
      <li className={classes.row}>
        <Text size="sm" c="teal" className={classes.done}>
          {t('tracking:import.done')}{' '}
          <Anchor component={Link} to={paths.boundaryEdit({ id: result.id })} target="_blank">
            {label}
          </Anchor>
        </Text>
      </li>
    )
  }
  const large = shape !== null && positions > limit
  const why = fault ? faultOf(t, fault) : large ? t('tracking:simplify.text', { count: positions, limit }) : null
  const marked = mark && t(`tracking:import.marks.${mark}`)
  return (
    <li className={classes.row}>
      <Checkbox
        aria-label={label}
        checked={row.selected && isUsable(row, limit) && !mark}
        disabled={!isUsable(row, limit) || mark !== null}
        onChange={(event) => change(key, { selected: event.currentTarget.checked })}
      />
      <div className={classes.what}>
        <TextInput
          size="xs"
          aria-label={t('tracking:import.nameOf', { name: label })}
          placeholder={t('tracking:import.nth', { number: key + 1 })}
          maxLength={200}
          value={name}
          disabled={fault !== null}
          error={result?.message ?? why ?? marked}
          // A name of one's own is meant to be created.
          onChange={(event) => change(key, { name: event.currentTarget.value, selected: true, result: null })}
        />
        {large && (
          <Button
            size="compact-xs"
            variant="light"
            loading={busy}
            onClick={async () => {
              setBusy(true)
              await simplify(row)
              setBusy(false)
            }}
          >
            {t('tracking:simplify.button', { count: limit })}
          </Button>
        )}
        {error_m !== null && (
          <Text size="xs" c="dimmed">
            {t('tracking:simplify.done', { count: positions, error: errorText(t, error_m) })}
          </Text>
        )}
      </div>
    </li>
  )
})

type Change = (key: number, changes: Partial<ImportRow>) => void
type Props = {
  rows: ImportRow[]
  marks: Mark[]
  limit: number
  change: Change
  setRows: Dispatch<SetStateAction<ImportRow[] | null>>
  simplify: (row: ImportRow) => Promise<unknown>
}
type RowProps = Pick<Props, 'limit' | 'change' | 'simplify'> & { row: ImportRow; mark: Mark }
