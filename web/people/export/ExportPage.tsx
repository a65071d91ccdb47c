import { Alert, Button, Checkbox } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client } from '../../core/api.ts'
import { applyJob } from '../../core/jobs/jobs.ts'
import { openTray } from '../../core/jobs/tray.ts'
import { useSession } from '../../core/session.ts'
import { useAdministers } from '../../core/useAdministers.ts'
import { useAction } from '../../kit/actions/useAction.ts'
import { Page } from '../../kit/page/Page.tsx'
import { Section } from '../../kit/page/Section.tsx'
import { saveFrom } from '../../kit/ui/saveFile.ts'
import { showProblem } from '../../kit/ui/showToast.ts'

/** Downloads of everything: one's own data, and for administrators that of the organisation. */
export function ExportPage() {
  const { t } = useTranslation()
  const { user, organisation_id } = useSession()
  const administers = useAdministers(organisation_id!)
  const membership = user!.memberships.find((each) => each.organisation_id === organisation_id)
  return (
    <Page title={t('people:export.title')}>
      {user!.impersonator_user_id !== null ? (
        <Alert>{t('people:acting')}</Alert>
      ) : (
        <>
          <Section title={t('people:export.mine')} text={t('people:export.mineText')}>
            <Download />
          </Section>
          {administers && membership && (
            <Section
              title={t('people:export.organisation', { name: membership.organisation_name })}
              text={t('people:export.organisationText')}
            >
              <Download key={organisation_id} organisation_id={membership.organisation_id} />
            </Section>
          )}
        </>
      )}
    </Page>
  )
}

/** The browser itself streams the file to the disk, from an address that works for a minute. */
function Download({ organisation_id }: { organisation_id?: number }) {
  const { t } = useTranslation()
  const [files, setFiles] = useState(true)
  const of = organisation_id === undefined ? {} : { organisation_id }
  const { busy, run } = useAction({ failed: t('people:export.failed') })
  const download = () =>
    run(async () => {
      const { data } = await client.act('POST export/address', { ...of, files })
      if ('url' in data) saveFrom(data.url)
      else {
        showProblem(t('people:export.running'))
        applyJob(data)
        openTray()
      }
    })
  return (
    <>
      <Checkbox
        label={t('people:export.files')}
        checked={files}
        onChange={(event) => setFiles(event.currentTarget.checked)}
      />
      <div>
        <Button loading={busy} onClick={download}>
          {t('people:export.zip')}
        </Button>
      </div>
    </>
  )
}
