import { CloseButton, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Icon } from './Icon.tsx'

/** A field for a search, with a button that clears it. */
export function SearchField({ label, value, onChange, className }: Props) {
  const { t } = useTranslation()
  return (
    <TextInput
      className={className}
      role="searchbox"
      inputMode="search"
      enterKeyHint="search"
      aria-label={label}
      placeholder={label}
      leftSection={<Icon of={IconSearch} />}
      rightSection={value && <CloseButton size="sm" aria-label={t('table.clear')} onClick={() => onChange('')} />}
      value={value}
      maxLength={200}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

type Props = { label: string; value: string; onChange: (value: string) => void; className?: string }
