"""The classes of the courses' assignments, so that code written for a course runs with Parlor's rules and engines."""
