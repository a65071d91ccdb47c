import body from 'virtual:body/website'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { guarded, post } from '../../core/api.ts'
import { installation } from '../../core/installation.ts'
import { queries } from '../../core/queries.ts'
import { queryKeys } from '../../core/queryKeys.ts'
import { restore, useSession } from '../../core/session.ts'
import type { Website } from '../../core/types.ts'
import { website } from '../../core/website.ts'
import { type FieldName, labelOf } from '../../kit/forms/labels.ts'
import { ResourceForm } from '../../kit/forms/ResourceForm.tsx'
import { Page } from '../../kit/page/Page.tsx'
import { PageLoader } from '../../kit/page/PageLoader.tsx'
import { Section } from '../../kit/page/Section.tsx'
import { Facts } from '../../kit/ui/Facts.tsx'
import { showSuccess } from '../../kit/ui/showToast.ts'
import { MapSection } from './MapSection.tsx'

const fields: Exclude<FieldName<'website'>, 'favicon_file_id' | 'logo_file_id'>[] = [
  'name',
  'slogan',
  'copyright',
  'terms_url',
  'privacy_url',
  'favicon_url',
  'analytics_key',
  'second_factor_required',
]

/** Public settings of the installation; read-only for administrators of organisations. */
export function WebsitePage() {
  const { t } = useTranslation()
  const platform_admin = useSession((session) => session.user?.platform_admin)
  const { data } = useQuery(website)
  const save = async (changes: Record<string, unknown>) => {
    const saved = await guarded(post<Website>('website', changes))
    queries.setQueryData(website.queryKey, saved.data)
    await queries.invalidateQueries({ queryKey: queryKeys.websites() })
    showSuccess(saved.message ?? t('site:website.saved'))
    // Reloads the session: the rule may apply to the user who has just set it.
    if (changes.second_factor_required) await restore()
  }
  if (!data) return <PageLoader />
  return (
    <Page title={t('site:website.title')}>
      <Section {...(!platform_admin && { text: t('site:website.only') })}>
        {platform_admin ? (
          <ResourceForm resource="website" body={body} row={data} fields={fields} required={['name']} save={save} />
        ) : (
          <Facts facts={fields.map((name) => [labelOf(t, 'website', name), data[name]])} />
        )}
      </Section>
      {platform_admin && <MapSection website={data} save={save} />}
      <Installation />
    </Page>
  )
}

function Installation() {
  const { t } = useTranslation()
  const { data } = useQuery(installation)
  if (!data) return null
  const ports = data.devices.map(({ protocol, port }) => `${protocol} ${port}`).join(', ')
  const backends = data.backendConfigs.map(({ name, code, baseURL }) => `${name} (${code}): ${baseURL}`).join(', ')
  return (
    <Section title={t('site:website.installation')}>
      <Facts
        facts={[
          [t('site:website.version'), data.app_version],
          [t('site:website.devices'), ports],
          [t('site:website.backends'), backends],
        ]}
      />
    </Section>
  )
}
