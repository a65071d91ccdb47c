import { Alert, Button } from '@mantine/core'
import { IconDots, IconDownload, IconFolder, IconWindowMaximize } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link, Navigate } from 'react-router'
import { paths } from '../../core/paths.ts'
import { useMayChange } from '../../core/useAdministers.ts'
import { ConfirmButton } from '../../kit/actions/ConfirmButton.tsx'
import { useAction } from '../../kit/actions/useAction.ts'
import { Page } from '../../kit/page/Page.tsx'
import { Section } from '../../kit/page/Section.tsx'
import { Loaded } from '../../kit/record/Loaded.tsx'
import { useRecord } from '../../kit/record/useRecord.ts'
import { Icon } from '../../kit/ui/Icon.tsx'
import { ActionsMenu } from '../actions/ActionsMenu.tsx'
import { FileDialogs } from '../actions/FileDialogs.tsx'
import { useActions } from '../actions/useActions.tsx'
import { download } from '../kit/address.ts'
import { useFolderOf } from '../kit/folderOf.ts'
import { isReadable, isViewable } from '../kit/kinds.ts'
import { useScanned } from '../kit/useScanned.ts'
import { viewFile } from '../kit/viewFile.ts'
import type { StoredFile } from '../types.ts'
import { FileFacts } from './FileFacts.tsx'
import classes from './FilePage.module.css'
import { Preview } from './Preview.tsx'
import { Share } from './Share.tsx'
import { useTrashActions } from './useTrashActions.ts'

/** The file of `?id=`: its content, what is known of it, and its public link. A folder has the list instead. */
export function FilePage() {
  const { t } = useTranslation()
  return (
    <Loaded query={useRecord('file')} title={t('menu.files')} missing={t('files:missing')}>
      {(file) =>
        file.is_folder && file.deleted_at === null ? (
          <Navigate to={paths.files({ folder: file.id })} replace />
        ) : (
          <Shown key={file.id} file={file} />
        )
      }
    </Loaded>
  )
}

function Shown({ file }: { file: StoredFile }) {
  const { t } = useTranslation()
  const { id, name, parent_file_id } = file
  useScanned([file])
  const folderOf = useFolderOf()
  const mayChange = useMayChange(file.organisation_id)(file)
  const folder = paths.files(parent_file_id === null ? { folder: 'organisation' } : { folder: parent_file_id })
  if (file.deleted_at !== null) return <InTrash file={file} mayChange={mayChange} />
  return (
    <Page title={name} width="record" actions={<Buttons file={file} mayChange={mayChange} />}>
      <Link to={folder} className={classes.folder}>
        <Icon of={IconFolder} />
        {folderOf(file)}
      </Link>
      {!isReadable(file) && (
        <Alert color={file.scan_state === 'infected' ? 'red' : 'yellow'} mb="md">
          {t(file.scan_state === 'infected' ? 'files:scan.infected' : 'files:scan.waiting')}
        </Alert>
      )}
      <Preview key={`${id} ${file.sha256}`} file={file} />
      <FileFacts file={file} />
      {mayChange && isReadable(file) && <Share file={file} />}
      <FileDialogs />
    </Page>
  )
}

function Buttons({ file, mayChange }: { file: StoredFile; mayChange: boolean }) {
  const { t } = useTranslation()
  const { run } = useAction()
  const actionsOf = useActions()
  const others = () => actionsOf([file]).filter(({ name }) => !['view', 'download', 'details'].includes(name))
  return (
    <>
      {isViewable(file) && (
        <Button variant="default" leftSection={<Icon of={IconWindowMaximize} />} onClick={() => viewFile(t, file.id)}>
          {t('files:actions.view')}
        </Button>
      )}
      {isReadable(file) && (
        <Button
          variant="default"
          leftSection={<Icon of={IconDownload} />}
          onClick={() => run(() => download([file.id]))}
        >
          {t('files:actions.download')}
        </Button>
      )}
      {mayChange && (
        <Button component={Link} to={paths.fileEdit({ id: file.id })}>
          {t('files:edit')}
        </Button>
      )}
      <ActionsMenu name={file.name} actions={others}>
        <Button variant="default" px="sm" aria-label={t('files:actionsFor', { name: file.name })}>
          <Icon of={IconDots} />
        </Button>
      </ActionsMenu>
    </>
  )
}

function InTrash({ file, mayChange }: { file: StoredFile; mayChange: boolean }) {
  const { t } = useTranslation()
  const { restoreOne, deleteOne } = useTrashActions(file)
  return (
    <Page
      title={file.name}
      width="record"
      actions={mayChange && <Button onClick={restoreOne}>{t('files:trash.restore')}</Button>}
    >
      <Alert mb="md">{t('files:trash.isIn')}</Alert>
      <FileFacts file={file} />
      {mayChange && (
        <Section title={t('files:trash.forever')} apart>
          <ConfirmButton label={t('files:trash.forever')} dangerous run={deleteOne} />
        </Section>
      )}
    </Page>
  )
}
