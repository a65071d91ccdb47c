import { expect, it } from 'vitest'
import { subjectsOf, wordsOf } from './subjects.ts'

it('offers the subjects of the rules and the activity’s own, each once, and no facts of plans', () => {
  const standard = { rules: [{ tags: ['self_evaluation'] }, { tags: ['quiz', 'ethics'] }, {}] }
  expect(subjectsOf([standard], ['ethics', 'cpr'])).toEqual(['ethics', 'quiz', 'cpr'])
})

it('offers the usual subjects where no rule asks for any', () => {
  expect(subjectsOf([], [])).toEqual(['cultural_safety', 'health_inequity', 'professionalism', 'ethics'])
})

it('reads a code as words', () => {
  expect(wordsOf('core_procedural_skill')).toBe('Core procedural skill')
})
