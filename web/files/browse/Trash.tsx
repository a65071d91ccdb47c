import schema from 'virtual:resource/file'
import { Text } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../core/session.ts'
import { useAdministers } from '../../core/useAdministers.ts'
import { toSize } from '../../kit/format/size.ts'
import { List } from '../../kit/lists/List.tsx'
import { Page } from '../../kit/page/Page.tsx'
import { deleteForever, restore } from '../actions/useTrash.tsx'
import { FileIcon } from '../kit/FileIcon.tsx'
import { useFolderOf } from '../kit/folderOf.ts'
import type { StoredFile } from '../types.ts'
import classes from './Files.module.css'
import { Places } from './Places.tsx'
import { Usage } from './Usage.tsx'

/** What was deleted in the last 30 days: the person's own, and everybody's for administrators. */
export function Trash({ organisation_id }: { organisation_id: number }) {
  const { t } = useTranslation()
  const administers = useAdministers(organisation_id)
  const user_id = useSession(({ user }) => user!.id)
  const folderOf = useFolderOf()
  const filters = useMemo(
    () => ({ organisation_id, deleted: true, ...(!administers && { owner_user_id: user_id }) }),
    [organisation_id, administers, user_id],
  )
  return (
    <Page title={t('files:trash.title')} width="full">
      <Places organisation_id={organisation_id} current="trash" />
      <Text c="dimmed" mb="md">
        {t('files:trash.text')}
      </Text>
      <List
        resource="file"
        schema={schema}
        filters={filters}
        columns={[
          { name: 'name', show: (file: StoredFile) => <NamedFile file={file} /> },
          { name: 'path', show: folderOf },
          { name: 'size', show: ({ is_folder, size }) => (is_folder ? null : toSize(size)) },
          { name: 'deleted_at' },
          ...(administers ? [{ name: 'owner' } as const] : []),
        ]}
        nameOf={({ name }) => name}
        bulk={[
          { label: t('files:trash.restore'), run: restore },
          { label: t('files:trash.forever'), ask: (count) => t('files:trash.confirm', { count }), run: deleteForever },
        ]}
        empty={t('files:trash.empty')}
      />
      <Usage organisation_id={organisation_id} of={administers ? 'organisation' : 'person'} />
    </Page>
  )
}

function NamedFile({ file }: { file: StoredFile }) {
  return (
    <span className={classes.named}>
      <FileIcon file={file} />
      {file.name}
    </span>
  )
}
