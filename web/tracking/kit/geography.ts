/** The towns and what is made of them, in one file that is loaded after the trackers. */
export { describePlace, placeOf } from '#messages/geography/place.ts'
export { towns as largest } from '#messages/geography/towns.ts'
export { towns } from './towns.ts'
