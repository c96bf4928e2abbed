"""The phases of a turn as state machines: what each unit may do now, and what it leaves behind.

``dice`` and ``records`` are what a state is made of, ``board`` changes a scenario without
checking it again, ``asking`` asks the referee what may be done, ``state`` is what all phases
share, and each phase has a file of its own.
"""
