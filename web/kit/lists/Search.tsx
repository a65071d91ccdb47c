import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SearchField } from '../ui/SearchField.tsx'
import classes from './List.module.css'

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
