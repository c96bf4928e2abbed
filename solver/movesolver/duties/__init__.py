"""What each model must do if it can (7.2): judged by looking for what it could have done."""
