import { CloseButton, UnstyledButton } from '@mantine/core'
import { createContext, type ReactNode, useContext } from 'react'
import { useTranslation } from 'react-i18next'
import { InHead } from '../page/HeadLine.tsx'
import classes from './List.module.css'

/** How filters are drawn: as chips of what is set, as fields, or, where there is only one, as a field in the line. */
export const FilterMode = createContext<Mode>({ kind: 'alone' })

/** One filter of a list: its field, and what is set as a chip, which a button removes. */
export function Filter({ label, value, clear, children }: Props) {
  const { t } = useTranslation()
  const mode = useContext(FilterMode)
  if (mode.kind === 'alone') return <InHead place="filters">{children}</InHead>
  if (mode.kind === 'field') return children
  if (!value) return null
  return (
    <span className={classes.chip}>
      <UnstyledButton onClick={mode.open}>
        {label}: <b>{value}</b>
      </UnstyledButton>
      <CloseButton size="xs" aria-label={t('table.removeFilter', { label })} onClick={clear} />
    </span>
  )
}

type Mode = { kind: 'alone' } | { kind: 'field' } | { kind: 'chip'; open: () => void }

type Props = {
  label: string
  /** What it is set to, as people read it; empty without. */
  value: string | null | false
  clear: () => void
  children: ReactNode
}
