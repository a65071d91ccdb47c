import { CloseButton, Kbd, TextInput } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../../kit/ui/Icon.tsx'

/** `/` focuses it; Enter leaves it, so that the map's keys work; Esc clears it, then leaves it. */
export function SearchField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  useHotkeys([['/', () => input.current?.focus()]])

  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) input.current?.blur()
    if (event.key !== 'Escape') return
    event.stopPropagation()
    if (value) onChange('')
    else input.current?.blur()
  }

  return (
    <TextInput
      ref={input}
      size="sm"
      role="searchbox"
      aria-label={t('tracking:fleet.search')}
      placeholder={t('tracking:fleet.search')}
      leftSection={<Icon of={IconSearch} />}
      rightSection={
        value ? (
          <CloseButton size="sm" aria-label={t('tracking:fleet.clear')} onClick={() => onChange('')} />
        ) : (
          <Kbd size="xs" aria-hidden="true" visibleFrom="md">
            /
          </Kbd>
        )
      }
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={onKeyDown}
    />
  )
}
