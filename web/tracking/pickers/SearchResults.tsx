import { Button, Combobox } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Tracker } from '../../core/types.ts'
import { Icon } from '../../kit/ui/Icon.tsx'
import { nameOf } from '../fleet/state.ts'
import classes from './Pickers.module.css'
import type { Search } from './useSearch.ts'

/** Search results in a dropdown, with the state of the search. */
export function SearchResults({ label, search, typed, selected, full = false }: Props) {
  const { trackers, more, failed } = search
  return (
    <Combobox.Dropdown className={classes.dropdown}>
      <Combobox.Options className={classes.options} aria-label={label}>
        {!failed && trackers.map((tracker) => <Option key={tracker.id} {...{ tracker, selected, full }} />)}
      </Combobox.Options>
      <Note search={search} typed={typed} />
      {!failed && more && <MoreNote />}
    </Combobox.Dropdown>
  )
}

/** Names may be ambiguous, so the number is shown too. */
function Option({ tracker, selected, full }: { tracker: Tracker; selected: number[]; full: boolean }) {
  const name = nameOf(tracker)
  const taken = selected.includes(tracker.id)
  return (
    <Combobox.Option
      value={String(tracker.id)}
      className={classes.option}
      active={taken}
      aria-selected={taken}
      disabled={full && !taken}
    >
      <span className={classes.name} title={name}>
        {name}
      </span>
      {tracker.name && (
        <span className={classes.number} title={tracker.number}>
          {tracker.number}
        </span>
      )}
      {taken && <Icon of={IconCheck} />}
    </Combobox.Option>
  )
}

function Note({ search: { trackers, failed, settled, retry }, typed }: Pick<Props, 'search' | 'typed'>) {
  const { t } = useTranslation()
  if (failed) {
    return (
      <Combobox.Empty role="alert" className={classes.failed}>
        {t('tracking:picker.failed')}
        <Button size="compact-sm" variant="default" onMouseDown={(event) => event.preventDefault()} onClick={retry}>
          {t('tracking:picker.retry')}
        </Button>
      </Combobox.Empty>
    )
  }
  if (trackers.length > 0) return null
  const text = settled
    ? t(typed.trim() ? 'tracking:picker.noMatch' : 'tracking:picker.noTrackers')
    : t('tracking:picker.searching')
  return <Combobox.Empty role="status">{text}</Combobox.Empty>
}

function MoreNote() {
  const { t } = useTranslation()
  return <Combobox.Footer className={classes.more}>{t('tracking:picker.more')}</Combobox.Footer>
}

type Props = {
  label: string
  search: Search
  typed: string
  selected: number[]
  /** The limit of selected trackers is reached. */
  full?: boolean
}
