import { Alert, Anchor, Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { useAdministers } from '../../core/useAdministers.ts'
import { Page } from '../../kit/page/Page.tsx'
import { PageLoader } from '../../kit/page/PageLoader.tsx'
import { FileDialogs } from '../actions/FileDialogs.tsx'
import { Browser } from './Browser.tsx'
import { Places } from './Places.tsx'
import { Trash } from './Trash.tsx'
import { Usage } from './Usage.tsx'
import { usePlace } from './usePlace.ts'

/** The files of a folder, or the trash. The folder is in the address, so that going back leads to the one before. */
export function FilesPage() {
  const organisation_id = useSession((session) => session.organisation_id)!
  const is_trash = useSearchParams()[0].get('view') === 'trash'
  useStartOf(organisation_id)
  return (
    <>
      {is_trash ? (
        <Trash key={organisation_id} organisation_id={organisation_id} />
      ) : (
        <FolderPage key={organisation_id} organisation_id={organisation_id} />
      )}
      <FileDialogs />
    </>
  )
}

/** Leaves a folder when another organisation is selected, where it does not exist. */
function useStartOf(organisation_id: number) {
  const navigate = useNavigate()
  const shown = useRef(organisation_id)
  useEffect(() => {
    if (shown.current === organisation_id) return
    shown.current = organisation_id
    navigate(paths.files(), { replace: true })
  }, [organisation_id, navigate])
}

function FolderPage({ organisation_id }: { organisation_id: number }) {
  const { t } = useTranslation()
  const place = usePlace(organisation_id)
  const administers = useAdministers(organisation_id)
  if (place === null) return <PageLoader />
  if (place === 'missing') {
    return (
      <Page title={t('menu.files')} width="full">
        <Places organisation_id={organisation_id} current={null} />
        <Alert color="red" mb="md">
          {t('files:missing')}
        </Alert>
        <Button component={Link} to={paths.files()} variant="default">
          {t('files:toStart')}
        </Button>
      </Page>
    )
  }
  return (
    <Browser key={place.id} organisation_id={organisation_id} place={place}>
      <Usage organisation_id={organisation_id} of={place.kind === 'own' ? 'person' : 'organisation'} />
      {administers && (
        <Anchor component={Link} to={paths.filesAdmin()} size="sm">
          {t('files:admin.open')}
        </Anchor>
      )}
    </Browser>
  )
}
