import schema from 'virtual:resource/pagecontent'
import { Anchor, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '../../core/paths.ts'
import { ListPage } from '../../kit/lists/ListPage.tsx'
import { currentPages } from './currentPage.ts'
import { standardKeys, stateOf, usePageName } from './pageNames.ts'
import { ScopeSelect } from './ScopeSelect.tsx'
import { type Scope, useScope } from './useScope.ts'

/** Pages of the organisation, or of the installation. */
export function PageContentsPage() {
  const { t } = useTranslation()
  const named = usePageName()
  const scope = useScope()
  return (
    <ListPage
      title={t('site:contents.title')}
      text={t('site:contents.text')}
      create={{ to: paths.pageContent(scope.query), label: t('site:contents.new') }}
      resource="pagecontent"
      schema={schema}
      filters={scope.filters}
      columns={[
        { name: 'key', show: ({ key }) => named(key) },
        { name: 'title' },
        { name: 'locale' },
        { name: 'state', show: (page) => t(`site:contents.state.${stateOf(page)}`) },
        { name: 'version', hidden: true },
        { name: 'published_at' },
        { name: 'modified_at', hidden: true },
      ]}
      nameOf={({ title }) => title}
      open={({ id }) => paths.pageContent({ id })}
      removable
      empty={t('site:contents.empty')}
    >
      <ScopeSelect scope={scope} />
      <BuiltInPages scope={scope} />
    </ListPage>
  )
}

/** Standard pages whose readers still see a text of others. */
function BuiltInPages({ scope: { organisation_id, query } }: { scope: Scope }) {
  const { t } = useTranslation()
  const named = usePageName()
  const { data = [] } = useQuery(currentPages(organisation_id))
  const own = organisation_id === null ? 'installation' : 'organisation'
  const others = standardKeys.filter((key) => data.some((page) => page.key === key && page.source !== own))
  if (others.length === 0) return null
  return (
    <Text size="sm" mb="md">
      {t('site:contents.builtIn')}{' '}
      {others.map((key, i) => (
        <span key={key}>
          {i > 0 && ', '}
          <Anchor component={Link} to={paths.pageContent({ ...query, key })} inherit>
            {named(key)}
          </Anchor>
        </span>
      ))}
    </Text>
  )
}
