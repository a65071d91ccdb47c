import { Button, Checkbox, Popover, Stack } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '../actions/ActionButton.tsx'
import { type FieldName, type LabelledResource, labelOf } from '../forms/labels.ts'
import { SearchField } from '../ui/SearchField.tsx'
import { downloadCsv } from './downloadCsv.ts'
import classes from './List.module.css'
import type { Column } from './Table.tsx'
import type { Columns } from './useColumns.ts'
import type { ListState } from './useListQuery.ts'

/** Above the table: what is searched for, which columns are shown, and everything as a file. */
export function Tools<N extends LabelledResource>({ resource, plural, list, columns, shown }: Props<N>) {
  const { t } = useTranslation()
  return (
    <div className={classes.tools}>
      <Search value={list.search} onChange={list.setSearch} />
      <Popover position="bottom-end" shadow="md" trapFocus>
        <Popover.Target>
          <Button variant="default" size="sm">
            {t('table.columns')}
          </Button>
        </Popover.Target>
        <Popover.Dropdown>
          <Stack gap="xs">
            {columns.map(({ name }) => (
              <Checkbox
                key={name}
                label={labelOf(t, resource, name)}
                checked={shown.shown.includes(name)}
                onChange={() => shown.toggle(name)}
              />
            ))}
          </Stack>
        </Popover.Dropdown>
      </Popover>
      <ActionButton size="sm" run={() => downloadCsv(plural, list.asked)} failed={t('table.csvFailed')}>
        {t('table.csv')}
      </ActionButton>
    </div>
  )
}

/** The server is asked when the typing rests. */
export function Search({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState(value)
  const ask = useDebouncedCallback(onChange, 250)
  useEffect(() => setTyped(value), [value])
  const type = (text: string) => {
    setTyped(text)
    ask(text.trim())
  }
  return <SearchField className={classes.search} label={t('table.search')} value={typed} onChange={type} />
}

type Props<N extends LabelledResource> = {
  resource: N
  plural: string
  list: ListState<N>
  columns: Column<N>[]
  shown: Columns<FieldName<N>>
}
