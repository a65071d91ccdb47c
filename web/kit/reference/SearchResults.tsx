import { Button, Combobox } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../ui/Icon.tsx'
import classes from './Pickers.module.css'
import type { Reference, Option as Row } from './reference.ts'
import type { Search } from './useSearch.ts'

/** Search results in a dropdown, with the state of the search. */
export function SearchResults({ label, reference, search, typed, selected, full = false }: Props) {
  const { options, more, failed } = search
  return (
    <Combobox.Dropdown className={classes.dropdown}>
      <Combobox.Options className={classes.options} aria-label={label}>
        {!failed && options.map((row) => <Option key={row.id} row={row} selected={selected} full={full} />)}
      </Combobox.Options>
      <Note reference={reference} search={search} typed={typed} />
      {!failed && more && <MoreNote />}
    </Combobox.Dropdown>
  )
}

function Option({ row, selected, full }: { row: Row; selected: number[]; full: boolean }) {
  const { id, label, detail } = row
  const taken = selected.includes(id)
  return (
    <Combobox.Option
      value={String(id)}
      className={classes.option}
      active={taken}
      aria-selected={taken}
      disabled={full && !taken}
    >
      <span className={classes.name} title={label}>
        {label}
      </span>
      {detail && (
        <span className={classes.detail} title={detail}>
          {detail}
        </span>
      )}
      {taken && <Icon of={IconCheck} />}
    </Combobox.Option>
  )
}

function Note({ reference: { texts }, search, typed }: Pick<Props, 'reference' | 'search' | 'typed'>) {
  const { t } = useTranslation()
  const { options, failed, settled, retry } = search
  if (failed) {
    return (
      <Combobox.Empty role="alert" className={classes.failed}>
        {texts?.failed ?? t('form.reference.failed')}
        <Button size="compact-sm" variant="default" onMouseDown={(event) => event.preventDefault()} onClick={retry}>
          {t('form.reference.retry')}
        </Button>
      </Combobox.Empty>
    )
  }
  if (options.length > 0) return null
  const noMatch = texts?.noMatch ?? t('form.reference.noMatch')
  const noRows = texts?.noRows ?? t('form.reference.noRows')
  const text = typed.trim() ? noMatch : noRows
  return <Combobox.Empty role="status">{settled ? text : t('form.reference.searching')}</Combobox.Empty>
}

function MoreNote() {
  const { t } = useTranslation()
  return <Combobox.Footer className={classes.more}>{t('form.reference.more')}</Combobox.Footer>
}

type Props = {
  label: string
  reference: Reference
  search: Search
  typed: string
  selected: number[]
  /** The limit of selected rows is reached. */
  full?: boolean
}
