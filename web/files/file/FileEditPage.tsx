import schema from 'virtual:resource/file'
import { Button, Text } from '@mantine/core'
import { IconFolderSymlink, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Navigate, useNavigate, useSearchParams } from 'react-router'
import { paths } from '../../core/paths.ts'
import { Section } from '../../kit/page/Section.tsx'
import { RecordPage } from '../../kit/record/RecordPage.tsx'
import { Icon } from '../../kit/ui/Icon.tsx'
import { openDialog } from '../actions/dialogs.ts'
import { FileDialogs } from '../actions/FileDialogs.tsx'
import { useTrash } from '../actions/useTrash.tsx'
import { useFolderOf } from '../kit/folderOf.ts'
import type { StoredFile } from '../types.ts'
import { NewContent } from './NewContent.tsx'

/** Renames, hides and moves the file or folder of `?id=`, and gives a file a new content. */
export function FileEditPage() {
  const { t } = useTranslation()
  const named = useSearchParams()[0].get('id')
  if (!named) return <Navigate to={paths.files()} replace />
  return (
    <>
      <RecordPage
        resource="file"
        schema={schema}
        nameOf={({ name }) => name}
        page={paths.file}
        list={paths.files}
        fields={['name', 'hidden']}
        required={['name']}
        texts={{ title: t('menu.files'), create: t('menu.files'), missing: t('files:missing') }}
        arrange={(file, { form }) => (
          <>
            {form}
            <FurtherChanges file={file} />
          </>
        )}
      />
      <FileDialogs />
    </>
  )
}

function FurtherChanges({ file }: { file: StoredFile }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const trash = useTrash()
  const folderOf = useFolderOf()
  const { parent_file_id, is_folder, is_root, deleted_at } = file
  if (is_root || deleted_at !== null) return null
  const folder = paths.files(parent_file_id === null ? { folder: 'organisation' } : { folder: parent_file_id })
  return (
    <>
      <Section title={t('files:actions.move')} apart>
        <Text>{folderOf(file)}</Text>
        <div>
          <Button
            variant="default"
            leftSection={<Icon of={IconFolderSymlink} />}
            onClick={() => openDialog({ name: 'move', files: [file] })}
          >
            {t('files:move.other')}
          </Button>
        </div>
      </Section>
      {!is_folder && <NewContent file={file} />}
      <Section title={t('files:actions.trash')} text={t('files:trash.text')} apart>
        <div>
          <Button
            variant="default"
            leftSection={<Icon of={IconTrash} />}
            onClick={() => trash([file]).then((moved) => moved && navigate(folder))}
          >
            {t('files:actions.trash')}
          </Button>
        </div>
      </Section>
    </>
  )
}
