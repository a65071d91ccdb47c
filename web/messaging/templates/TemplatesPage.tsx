import schema from 'virtual:resource/messagetemplate'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { ListPage } from '../../kit/lists/ListPage.tsx'
import { PageTabs, useTab } from '../../kit/page/PageTabs.tsx'
import { useTemplateName } from './templates.ts'

const tabs = ['system', 'person'] as const

/** The organisation's own templates: of what the system sends, and for messages that people write. */
export function TemplatesPage() {
  const { t } = useTranslation()
  const [tab, setTab] = useTab(tabs)
  const header = (
    <PageTabs tabs={tabs} tab={tab} setTab={setTab} label={(name) => t(`messaging:templates.tabs.${name}`)} />
  )
  return tab === 'person' ? <ForPeople header={header} /> : <OfSystem header={header} />
}

function ForPeople({ header }: { header: ReactNode }) {
  const { t } = useTranslation()
  const organisation_id = useSession((session) => session.organisation_id)!
  return (
    <ListPage
      title={t('messaging:templates.title')}
      text={t('messaging:templates.personText')}
      create={{ to: paths.template({ kind: 'person' }), label: t('messaging:templates.new'), whenEmpty: true }}
      resource="messagetemplate"
      schema={schema}
      filters={{ organisation_id, kind: 'person' }}
      columns={[{ name: 'name' }, { name: 'subject' }, { name: 'text', hidden: true }, { name: 'modified_at' }]}
      nameOf={({ name }) => name}
      open={({ id }) => paths.template({ id })}
      removable
      empty={t('messaging:templates.personEmpty')}
    >
      {header}
    </ListPage>
  )
}

function OfSystem({ header }: { header: ReactNode }) {
  const { t } = useTranslation()
  const named = useTemplateName()
  const organisation_id = useSession((session) => session.organisation_id)!
  return (
    <ListPage
      title={t('messaging:templates.title')}
      text={t('messaging:templates.text')}
      create={{ to: paths.template(), label: t('messaging:templates.new') }}
      resource="messagetemplate"
      schema={schema}
      filters={{ organisation_id, kind: 'system' }}
      columns={[
        { name: 'name', show: ({ name }) => named(name) },
        { name: 'channel' },
        { name: 'locale' },
        { name: 'subject' },
        { name: 'text', hidden: true },
        { name: 'modified_at' },
      ]}
      nameOf={({ name }) => named(name)}
      open={({ id }) => paths.template({ id })}
      removable
      empty={t('messaging:templates.empty')}
    >
      {header}
    </ListPage>
  )
}
