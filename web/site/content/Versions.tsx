import { Group, NativeSelect, Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '#api/client.ts'
import { client, guarded, post } from '../../core/api.ts'
import { ConfirmButton } from '../../kit/actions/ConfirmButton.tsx'
import { useAction } from '../../kit/actions/useAction.ts'
import { useTimes } from '../../kit/format/useTimes.ts'
import { showRecord } from '../../kit/record/useRecord.ts'
import { keys } from '../keys.ts'
import { stateOf } from './pageNames.ts'

const Difference = lazy(() => import('./Difference.tsx'))
/** The page as it is saved, among its versions. */
const saved = 0

/** Two versions of a page side by side, word by word; an earlier one is published again. */
export function Versions({ page }: { page: Row<'pagecontent'> }) {
  const { t } = useTranslation()
  const { moment } = useTimes()
  const { data: versions = [] } = useQuery({
    queryKey: keys.pageVersions(page.id),
    queryFn: async () =>
      (await guarded(client.list('pagecontentversion', { page_content_id: page.id, limit: 100 }))).data,
  })
  const is_published = stateOf(page) === 'published'
  const [newest, second] = versions
  const [selected, setSelected] = useState<{ from?: number; to?: number }>({})
  const { run } = useAction()
  if (!newest) return <Skeleton height={120} />
  // At first what was changed since it was published, or by publishing it.
  const { from = (is_published ? second : newest)?.version ?? newest.version, to = saved } = selected
  const is_seen = page.state === 'published' && from === page.version
  const wordsOf = (version: number) => versions.find((each) => each.version === version) ?? page
  const options = versions.map(({ version, published_at, published_by }) => ({
    value: String(version),
    label: [
      `${t('site:contents.version', { version })}, ${moment(published_at)}`,
      published_by && t('site:contents.by', { name: published_by }),
    ]
      .filter(Boolean)
      .join(' '),
  }))
  const revert = () =>
    run(async () => {
      const { id, modified_at } = page
      const body = { id, modified_at, version: from }
      const { data, message } = await post<Row<'pagecontent'>>('pagecontent/revert', body)
      await showRecord('pagecontent', data)
      return message!
    }, String)
  return (
    <Stack>
      <Group align="end">
        <NativeSelect
          label={t('site:contents.from')}
          value={String(from)}
          data={options}
          onChange={(event) => setSelected({ from: Number(event.currentTarget.value), to })}
        />
        <NativeSelect
          label={t('site:contents.to')}
          value={String(to)}
          data={[{ value: String(saved), label: t('site:contents.now') }, ...options]}
          onChange={(event) => setSelected({ from, to: Number(event.currentTarget.value) })}
        />
      </Group>
      <Suspense fallback={<Skeleton height={200} />}>
        <Difference before={wordsOf(from)} after={wordsOf(to)} />
      </Suspense>
      {!(is_published && is_seen) && (
        <ConfirmButton
          key={from}
          label={is_seen ? t('site:contents.discard') : t('site:contents.revert', { version: from })}
          run={revert}
        />
      )}
    </Stack>
  )
}
