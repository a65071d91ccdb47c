import schema from 'virtual:resource/deleteduser'
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { post } from '../../core/api.ts'
import { List } from '../../kit/lists/List.tsx'
import type { Column } from '../../kit/lists/Table.tsx'
import { refresh } from '../../kit/lists/useBulk.ts'

const columns: Column<'deleteduser'>[] = [
  { name: 'display_name' },
  { name: 'username' },
  { name: 'email' },
  { name: 'deleted_at' },
  { name: 'deleted_by' },
  { name: 'created_at', hidden: true },
]

/** Accounts that were deleted within a month, to be restored. */
export function Deleted({ organisation_id }: { organisation_id: number }) {
  const { t } = useTranslation()
  const restore = async ({ id }: { id: number }) => {
    await post('user/restore', { id })
    await Promise.all([refresh('user'), refresh('membership')])
  }
  return (
    <>
      <Text c="dimmed" mb="md">
        {t('people:users.deletedText')}
      </Text>
      <List
        resource="deleteduser"
        schema={schema}
        filters={{ organisation_id }}
        columns={columns}
        nameOf={({ display_name }) => display_name}
        bulk={[{ label: t('people:users.restore'), run: restore }]}
        empty={t('people:users.noDeleted')}
      />
    </>
  )
}
