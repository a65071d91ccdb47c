import { password_cost } from '#db/tables/people/password_cost.ts'

// A hash as it should be takes 40 ms of a core, and the tests would spend a fifth of their time on them.
Object.assign(password_cost, { memory: 64, passes: 1 })
