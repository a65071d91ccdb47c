import schema from 'virtual:resource/file'
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { toSize } from '../../kit/format/size.ts'
import { List } from '../../kit/lists/List.tsx'
import { Page } from '../../kit/page/Page.tsx'
import { PageTabs, useTab } from '../../kit/page/PageTabs.tsx'
import { kindOf } from '../kit/kinds.ts'
import { Limits } from './Limits.tsx'
import { PeopleUsage } from './PeopleUsage.tsx'

const tabs = ['people', 'files', 'infected', 'limits'] as const

/** Everybody's files of the organisation, who stores how much, what the virus scan has found, and the limits. */
export function FilesAdminPage() {
  const { t } = useTranslation()
  const organisation_id = useSession((session) => session.organisation_id)!
  const [tab, setTab] = useTab(tabs)
  return (
    <Page
      title={t('files:admin.title')}
      width="full"
      actions={
        <Button component={Link} to={paths.files({ folder: 'organisation' })} variant="default">
          {t('files:admin.browse')}
        </Button>
      }
    >
      <PageTabs tabs={tabs} tab={tab} setTab={setTab} label={(name) => t(`files:admin.tabs.${name}`)} />
      {tab === 'people' && <PeopleUsage key={organisation_id} organisation_id={organisation_id} />}
      {(tab === 'files' || tab === 'infected') && (
        <AllFiles key={tab} organisation_id={organisation_id} infected={tab === 'infected'} />
      )}
      {tab === 'limits' && <Limits key={organisation_id} organisation_id={organisation_id} />}
    </Page>
  )
}

function AllFiles({ organisation_id, infected }: { organisation_id: number; infected: boolean }) {
  const { t } = useTranslation()
  const state: Record<string, string | boolean> = infected ? { scan_state: 'infected' } : { deleted: false }
  return (
    <List
      resource="file"
      schema={schema}
      filters={{ organisation_id, is_folder: false, ...state }}
      columns={[
        { name: 'name' },
        { name: 'owner', show: ({ owner }) => owner ?? t('files:organisation') },
        { name: 'size', show: ({ size }) => toSize(size) },
        { name: 'mimetype', show: (file) => t(`files:kinds.${kindOf(file)}`) },
        { name: 'path', show: ({ path }) => path.split('/').slice(0, -1).join(' / ') },
        { name: 'modified_at' },
      ]}
      nameOf={({ name }) => name}
      open={({ id }) => paths.file({ id })}
      empty={t(infected ? 'files:admin.noneInfected' : 'files:admin.none')}
    />
  )
}
