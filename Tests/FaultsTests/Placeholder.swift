// tests of the fault verbs
