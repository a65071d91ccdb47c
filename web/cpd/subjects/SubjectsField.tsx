import { MultiSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { labelOf } from '../../kit/forms/labels.ts'
import { subjectName } from './subjectName.ts'
import { type Naming, type Ruled, subjectsOf } from './subjects.ts'

/** What an activity or an event is about, of the subjects that the rules of some standards ask for. */
export function SubjectsField({ standards, tags, onChange }: Props) {
  const { t } = useTranslation()
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

type Props = { standards: (Ruled & Naming)[]; tags: string[]; onChange: (tags: string[]) => void }
