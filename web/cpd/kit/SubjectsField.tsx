import { MultiSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { labelOf } from '../../kit/forms/labels.ts'
import { currentCyclesOf, refdataOf } from './queries.ts'
import { subjectName } from './subjectName.ts'
import { subjectsOf } from './subjects.ts'

/** What an activity or an event is about, of the subjects that rules ask for. */
export function SubjectsField({ organisation_id, tags, onChange }: Props) {
  const { t } = useTranslation()
  const { data: refdata } = useQuery(refdataOf(organisation_id))
  const { data: cycles = [] } = useQuery(currentCyclesOf(organisation_id))
  const standards = (refdata?.standards ?? []).filter(({ id }) => cycles.some((each) => each.cpd_standard_id === id))
  return (
    <MultiSelect
      label={labelOf(t, 'devactivity', 'tags')}
      description={t('cpd:activities.subjectsHint')}
      data={subjectsOf(standards, tags).map((tag) => ({ value: tag, label: subjectName(t, tag, standards) }))}
      value={tags}
      onChange={onChange}
      maxValues={20}
      searchable
    />
  )
}

type Props = { organisation_id: number; tags: string[]; onChange: (tags: string[]) => void }
