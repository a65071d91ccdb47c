import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { client, guarded } from '../../core/api.ts'
import { queryKeys } from '../../core/queryKeys.ts'
import { choiceOf } from '../../kit/forms/labels.ts'
import { Facts } from '../../kit/ui/Facts.tsx'

/** @param current the name of the person's own role, which is marked */
export function Roles({ current }: { current: string | null }) {
  const { t } = useTranslation()
  const { data = [] } = useQuery({
    queryKey: [...queryKeys.rows('role'), 'built_in'],
    queryFn: async () => (await guarded(client.list('role', { built_in: true, sort: 'id' }))).data,
  })
  return (
    <Facts
      facts={data.map(({ name, about }) => [
        choiceOf(t, name),
        name === current ? (
          <>
            <b>{t('people:permissions.yours')}</b> {about}
          </>
        ) : (
          about
        ),
      ])}
    />
  )
}
