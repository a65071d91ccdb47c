import { Alert } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Name } from '#api/client.ts'
import { client, guarded } from '../../core/api.ts'
import { nounOf } from '../../kit/forms/labels.ts'
import { useAllTexts } from '../../kit/forms/useAllTexts.ts'
import list from '../../kit/lists/List.module.css'
import { PageLoader } from '../../kit/page/PageLoader.tsx'
import { keys } from '../keys.ts'

/** A line for each kind of row that the person may see or change anything of. */
export function Permissions({ organisation_id }: { organisation_id: number }) {
  const { t, i18n } = useTranslation()
  const hasTexts = useAllTexts()
  const { data, isError } = useQuery({
    queryKey: keys.permissions(organisation_id),
    queryFn: async () =>
      (await guarded(client.call<{ data: Permission[] }>('GET', 'userpermissions', { organisation_id }))).data,
  })
  if (isError) return <Alert color="red">{t('form.loadFailed')}</Alert>
  if (!data || !hasTexts) return <PageLoader />
  const shown = data
    .filter(({ reads, writes }) => reads !== 'none' || writes !== 'none')
    .map((permission) => ({ ...permission, name: nounOf(t, permission.resource, 'many') }))
    .sort((a, b) => a.name.localeCompare(b.name, i18n.language))
  const columns = ['what', 'reads', 'writes'] as const
  return (
    <div className={list.scroll}>
      <table className={list.table}>
        <thead>
          <tr>
            {columns.map((name) => (
              <th key={name}>{t(`people:permissions.columns.${name}`)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map(({ resource, name, reads, writes }) => (
            <tr key={resource}>
              <td data-first data-label={t('people:permissions.columns.what')}>
                {name}
              </td>
              <td data-label={t('people:permissions.columns.reads')}>{t(`people:permissions.extents.${reads}`)}</td>
              <td data-label={t('people:permissions.columns.writes')}>{t(`people:permissions.extents.${writes}`)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

type Extent = 'all' | 'own' | 'none'
type Permission = { resource: Name; reads: Extent; writes: Extent }
