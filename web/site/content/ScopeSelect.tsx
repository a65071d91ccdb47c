import { NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Scope } from './useScope.ts'

/** Where a platform administrator also writes for the whole installation. */
export function ScopeSelect({ scope: { organisation_id, change } }: { scope: Scope }) {
  const { t } = useTranslation()
  if (!change) return null
  return (
    <NativeSelect
      label={t('site:contents.scope')}
      maw={320}
      mb="md"
      value={organisation_id === null ? 'installation' : ''}
      data={[
        { value: '', label: t('site:contents.organisation') },
        { value: 'installation', label: t('site:contents.installation') },
      ]}
      onChange={(event) => change(event.currentTarget.value === 'installation' ? 'installation' : null)}
    />
  )
}
