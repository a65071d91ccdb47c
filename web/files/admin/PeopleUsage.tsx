import { Anchor, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { client, guarded } from '../../core/api.ts'
import { paths } from '../../core/paths.ts'
import { toSize } from '../../kit/format/size.ts'
import list from '../../kit/lists/List.module.css'
import { ListFailed } from '../../kit/lists/ListNotes.tsx'
import { Usage } from '../browse/Usage.tsx'
import { keys } from '../keys.ts'
import { usageOf } from '../kit/queries.ts'

/** How much of the quotas each person uses, with links to their folders. */
export function PeopleUsage({ organisation_id }: { organisation_id: number }) {
  const { t, i18n } = useTranslation()
  const { data: limits } = useQuery(usageOf(organisation_id))
  const {
    data: people,
    isError,
    refetch,
  } = useQuery({
    queryKey: keys.filePeople(organisation_id),
    queryFn: async () => (await guarded(client.act('GET files/people', { organisation_id }))).data,
  })
  if (isError) return <ListFailed reason={null} retry={refetch} />
  if (!people || !limits) return <Skeleton height={180} />
  const columns = ['person', 'files', 'size', 'trash', 'part'] as const
  const percent = (part: number) =>
    part > 0 && part < 0.001
      ? '< 0.1%'
      : part.toLocaleString(i18n.language, { style: 'percent', maximumFractionDigits: part < 0.1 ? 1 : 0 })
  return (
    <div className={list.list}>
      <Usage organisation_id={organisation_id} of="organisation" />
      <div className={list.scroll}>
        <table className={list.table}>
          <thead>
            <tr>
              {columns.map((name) => (
                <th key={name}>{t(`files:admin.columns.${name}`)}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {people.map(({ owner_user_id, name, root_file_id, files, bytes, trash_bytes, infected }) => {
              const max = owner_user_id === null ? limits.organisation_bytes_max : limits.person_bytes_max
              const part = max === 0 ? 1 : bytes / max
              const folder = owner_user_id === null ? ('organisation' as const) : root_file_id
              const shown = owner_user_id === null ? t('files:organisation') : (name ?? t('files:admin.gone'))
              return (
                <tr key={owner_user_id}>
                  <td data-first data-label={t('files:admin.columns.person')}>
                    <div>
                      {folder === null ? (
                        shown
                      ) : (
                        <Anchor component={Link} to={paths.files({ folder })}>
                          {shown}
                        </Anchor>
                      )}
                      {infected > 0 && (
                        <Text size="xs" c="var(--outside)">
                          {t('files:admin.infected', { count: infected })}
                        </Text>
                      )}
                    </div>
                  </td>
                  <td data-label={t('files:admin.columns.files')}>{files.toLocaleString(i18n.language)}</td>
                  <td data-label={t('files:admin.columns.size')}>{toSize(bytes)}</td>
                  <td data-label={t('files:admin.columns.trash')}>{trash_bytes > 0 ? toSize(trash_bytes) : '–'}</td>
                  <td data-label={t('files:admin.columns.part')}>
                    <Text span inherit c={part > 0.9 ? 'var(--outside)' : undefined}>
                      {percent(part)}
                    </Text>
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
    </div>
  )
}
